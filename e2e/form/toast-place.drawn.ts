import type { Locator } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use(WITH_MOTION)

async function boxOf(part: Locator) {
  // A toast that still comes to its place would be measured on its way.
  await atRest(part.page())
  const box = await part.boundingBox()
  if (box === null) throw new Error('It isn’t on the screen')
  return box
}

for (const [width, height] of [
  [390, 844],
  [375, 667],
  [320, 640],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } })

    test('a toast leaves the form’s next field free: 0 taps to put it away', async ({ carer }) => {
      const form = sleepForm(carer.page)
      await carer.goTo('Añadir descanso')
      await form.confirmStart.click()
      await carer.expectToast('Hora de inicio guardada')
      await carer.holdToast()
      const toast = await boxOf(carer.page.locator('[data-toast]'))
      for (const part of [form.type('Siesta'), form.start, form.confirmStart, form.end, form.confirmEnd]) {
        expect((await boxOf(part)).y).toBeGreaterThanOrEqual(toast.y + toast.height)
      }
      await carer.closeToast()
      await form.save.scrollIntoViewIfNeeded()
      await form.end.fill('16:19')
      await form.save.click()
      await carer.expectToast('Confirmación requerida')
      await carer.holdToast()
      await expect(form.confirmEnd).toBeFocused()
      const asked = await boxOf(carer.page.locator('[data-toast]'))
      expect((await boxOf(form.confirmEnd)).y).toBeGreaterThanOrEqual(asked.y + asked.height)
    })
  })
}

test('F8 still leads to a toast, and in the diary it stands above the tab bar again', async ({ carer }) => {
  const { page } = carer
  const form = sleepForm(page)
  await carer.goTo('Añadir descanso')
  await form.confirmStart.click()
  await carer.expectToast('Hora de inicio guardada')
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await carer.goTo('Diario')
  await carer.holdToast()
  const toast = page.locator('[data-toast]')
  await expect(toast).toBeVisible()
  expect((await boxOf(toast)).y).toBeGreaterThan(600)
})
