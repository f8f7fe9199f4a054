import type { Page } from '@playwright/test'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { stroke } from '../kit/finger.ts'
import { planForm } from '../kit/plan-form.ts'
import { weekChart } from '../kit/week-chart.ts'

test.use(WITH_MOTION)

test('arrows move by a week, and the label is right across the ends of months and years', async ({
  phone,
}) => {
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(chart.label('11 - 17 de agosto 2025')).toBeVisible()
  await chart.previous()
  await expect(chart.label('4 - 10 de agosto 2025')).toBeVisible()
  await expect(chart.day('lun', 4)).toBeVisible()
  await expect(chart.day('dom', 10)).toBeVisible()
  await chart.previous()
  await expect(chart.label('28 de julio - 3 de agosto 2025')).toBeVisible()
  await chart.next()
  await chart.next()
  await chart.next()
  await expect(chart.label('18 - 24 de agosto 2025')).toBeVisible()
  for (let weeks = 0; weeks < 19; weeks += 1) await chart.next()
  await expect(chart.label('29 de diciembre 2025 - 4 de enero 2026')).toBeVisible()
})

test('the arrow keys change the week, but only of a chart that is in sight', async ({ phone, page }) => {
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  // An account that was never opened has no baby yet, and no chart until it has one.
  await expect(chart.label('11 - 17 de agosto 2025')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(chart.label('4 - 10 de agosto 2025')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(chart.label('18 - 24 de agosto 2025')).toBeVisible()
  await phone.goTo('Plan')
  await planForm(page).name.press('ArrowLeft')
  await phone.goTo('BSC')
  await page.keyboard.press('ArrowLeft')
  await phone.goTo('Gráfico')
  await expect(chart.label('18 - 24 de agosto 2025')).toBeVisible()
})

test('a swipe changes the week: to the right the one before, to the left the one after', async ({
  phone,
}) => {
  const { page } = phone
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(chart.label('11 - 17 de agosto 2025')).toBeVisible()
  await swipe(page, { fromX: 120, toX: 300 })
  await expect(chart.label('4 - 10 de agosto 2025')).toBeVisible()
  await swipe(page, { fromX: 300, toX: 120 })
  await swipe(page, { fromX: 300, toX: 120 })
  await expect(chart.label('18 - 24 de agosto 2025')).toBeVisible()
  // A finger that trembles is not a swipe.
  await swipe(page, { fromX: 200, toX: 170 })
  await swipe(page, { fromX: 200, toX: 330 })
  await expect(chart.label('11 - 17 de agosto 2025')).toBeVisible()
})

/** Swipes as a finger does, not a mouse: fast, sideways, over the middle of the screen. */
function swipe(page: Page, { fromX, toX }: { fromX: number; toX: number }): Promise<void> {
  return stroke(page, { x: fromX, y: 480 }, { x: toX, y: 480 })
}
