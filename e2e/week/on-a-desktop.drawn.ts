import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { boxOf, weekChart } from '../kit/week-chart.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('on a desktop the chart and its pattern stand side by side, in 1 click; the tab bar keeps its 420 px', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.born('2025-01-05')
  await family.logs(wakeUp('2025-08-11', '08:20'), sleep('siesta', '2025-08-11', '10:00', '11:10'))
  const chart = weekChart(page)
  await phone.signIn()
  const column = page.locator('main')
  expect((await boxOf(column)).width).toBe(420)

  await phone.goTo('Gráfico')
  const rows = await boxOf(chart.screen.getByRole('list').first())
  const pattern = await boxOf(chart.screen.getByRole('heading', { name: 'Patrón de Sueño' }).locator('..'))
  expect(pattern.x).toBeGreaterThanOrEqual(rows.x + rows.width)
  expect(pattern.y).toBeLessThan(rows.y)
  // Sunday and the pattern's signs are seen without scrolling, above the tab bar.
  const tabs = await boxOf(phone.tabBar)
  expect(rows.y + rows.height).toBeLessThanOrEqual(tabs.y)
  expect(pattern.y + pattern.height).toBeLessThanOrEqual(tabs.y)
  expect(tabs.width).toBe(420)
  await expectAccessible(page)

  // The other screens are as wide as on a phone.
  await phone.goTo('Plan')
  expect((await boxOf(column)).width).toBe(420)
  await phone.goTo('Gráfico')
  for (const width of [1024, 1023, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFitsWidth(page, `${width} px`)
  }
  // Below the width of two columns they stand below one another.
  const below = await boxOf(chart.screen.getByRole('heading', { name: 'Patrón de Sueño' }))
  const above = await boxOf(chart.screen.getByRole('list').first())
  expect(below.y).toBeGreaterThan(above.y + above.height)
})
