import type { Page } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { livesADay, newNap, topOf } from './steady-screen.ts'

// What another phone sends never moves what is under the finger.

test.use(WITH_MOTION)

const TODAY = '2025-08-11'

test.beforeEach(async ({ family }) => {
  await livesADay(family)
})

/** Makes the browser do as Safari, which doesn't hold a scrolled page in its place. */
async function withoutScrollAnchoring(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(document.body.style, { overflowAnchor: 'none' }))
}

for (const anchors of [true, false]) {
  test(`scrolled down, the page stays where it is while records come above, ${
    anchors ? 'where the browser would see to it' : 'where the browser wouldn’t, as in Safari'
  }`, async ({ family, phone }) => {
    await phone.signIn()
    if (!anchors) await withoutScrollAnchoring(phone.page)
    const read = phone.records.filter({ hasText: '09:00' })
    await expect(phone.records).toHaveCount(7)
    await read.scrollIntoViewIfNeeded()
    await phone.page.mouse.move(200, 400)
    await phone.page.mouse.wheel(0, 60)
    // The wheel makes the page glide, so its place is waited for.
    await phone.page.waitForFunction(async () => {
      const from = window.scrollY
      await new Promise((resolve) => setTimeout(resolve, 100))
      return from > 60 && window.scrollY === from
    })
    const before = await topOf(read)
    await newNap(family)
    await expect(phone.records).toHaveCount(8)
    expect(await topOf(read)).toBe(before)
    // A running sleep changes the head above the records.
    await family.logs(sleep('siesta', TODAY, '16:00'))
    await expect(phone.records).toHaveCount(9)
    expect(await topOf(read)).toBe(before)
  })
}

test('an open question stays open, with its buttons where they were', async ({ family, phone }) => {
  await phone.signIn()
  await phone.records.filter({ hasText: '11:00' }).getByRole('button', { name: 'Eliminar' }).click()
  const dialog = phone.page.getByRole('alertdialog')
  const remove = dialog.getByRole('button', { name: 'Eliminar' })
  await atRest(phone.page)
  const before = await topOf(remove)
  await newNap(family)
  // The dialog hides the diary from a screen reader, and other screens, which may be drawn by now, are hidden anyway.
  const diary = phone.page.getByRole('region', { name: 'Diario', exact: true, includeHidden: true })
  await expect(diary.getByRole('article', { includeHidden: true })).toHaveCount(8)
  expect(await topOf(remove)).toBe(before)
  await remove.click()
  await phone.expectToast('Registro eliminado')
  await expect(phone.records.filter({ hasText: '11:00' })).toHaveCount(0)
  await expect(phone.records).toHaveCount(7)
})

test('a bar’s sheet stays with its sleep when an earlier one arrives', async ({ family, phone }) => {
  await phone.signIn()
  await phone.goTo('Gráfico')
  await phone.page.getByRole('button', { name: 'Ver los descansos: Hoy' }).press('Enter')
  const sheet = phone.page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Descanso siguiente' }).click()
  await expect(sheet).toContainText('2 de 5')
  const shown = await sheet.getByText(/\d\d:00 – \d\d:30/).textContent()
  await family.logs(sleep('siesta', TODAY, '08:40', '08:50'))
  await expect(sheet).toContainText('3 de 6')
  await expect(sheet).toContainText(shown ?? '')
})

test('the field one types in stays, with what was typed, when the form has to say something', async ({
  family,
  phone,
}) => {
  await family.logs(sleep('noche', TODAY, '06:30'))
  await phone.signIn()
  const form = sleepForm(phone.page)
  await expect(form.title).toHaveText('Editar Descanso')
  await withoutScrollAnchoring(phone.page)
  await form.feedings.focus()
  await form.feedings.fill('3')
  const before = await topOf(form.feedings)
  // Because of this wake-up the form asks, above everything else, when the night ended.
  await family.logs(wakeUp(TODAY, '08:20'))
  await expect(form.screen.getByRole('button', { name: 'Despertó a las 08:20' }).first()).toBeVisible()
  await expect(form.feedings).toHaveValue('3')
  await expect(form.feedings).toBeFocused()
  expect(await topOf(form.feedings)).toBe(before)
})
