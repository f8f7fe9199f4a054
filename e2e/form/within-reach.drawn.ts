import type { Locator } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { countTaps } from '../kit/taps.ts'

test.use(WITH_MOTION)

const TODAY = '2025-08-11'

/** Safari's two bars together take this much of the screen. */
const BARS_PX = 114

async function boxOf(part: Locator) {
  // The page that moves is put back where it was only with the next frame.
  await atRest(part.page())
  const box = await part.boundingBox()
  if (box === null) throw new Error('It isn’t on the screen')
  return box
}

for (const [width, height] of [
  [390, 844],
  [375, 667],
  [360, 640],
  [320, 640],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height: height - BARS_PX } })

    test('a nap is 2 taps and no scrolling: type, start, ✓ and the minutes before are in sight above the tab bar', async ({
      family,
      phone,
    }) => {
      const { page } = phone
      const form = sleepForm(page)
      await family.logs(wakeUp(TODAY, '07:20'), sleep('siesta', TODAY, '10:00', '11:10'))
      await phone.signIn()
      const taps = await countTaps(page, async () => {
        await phone.goTo('Añadir descanso')
        await expect(form.start).toHaveValue('16:20')
        const bar = await boxOf(phone.tabBar)
        for (const part of [
          form.type('Siesta'),
          form.type('Noche'),
          form.start,
          form.startNow,
          form.confirmStart,
          form.earlier(5, 'Hora de inicio'),
          form.earlier(10, 'Hora de inicio'),
          form.earlier(15, 'Hora de inicio'),
          form.button('Último fin: 11:10'),
          form.date,
        ]) {
          const box = await boxOf(part)
          expect(box.y).toBeGreaterThanOrEqual(0)
          expect(box.y + box.height).toBeLessThanOrEqual(bar.y)
        }
        await expect(form.screen.getByText('0m', { exact: true })).toHaveCount(0)
        await form.confirmStart.click()
        await phone.expectToast('Hora de inicio guardada')
      })
      expect(taps).toBe(2)
      expect(await page.evaluate(() => scrollY)).toBe(0)
    })

    test('with the keyboard on the screen the field and its ✓ are still in sight', async ({ carer }) => {
      const { page } = carer
      const form = sleepForm(page)
      await carer.goTo('Añadir descanso')
      for (const [field, confirm] of [
        [form.start, form.confirmStart],
        [form.end, form.confirmEnd],
      ] as const) {
        await page.setViewportSize({ width, height: height - BARS_PX })
        await field.focus()
        // The keyboard makes the page lower, as `interactive-widget=resizes-content` has it.
        await page.setViewportSize({ width, height: 320 })
        await field.evaluate((input) => input.scrollIntoView({ block: 'nearest' }))
        const bar = await boxOf(carer.tabBar)
        for (const part of [field, confirm]) {
          const box = await boxOf(part)
          expect(box.y).toBeGreaterThanOrEqual(0)
          expect(box.y + box.height).toBeLessThanOrEqual(bar.y)
        }
      }
      await expect(page.locator('meta[name=viewport]')).toHaveAttribute(
        'content',
        /interactive-widget=resizes-content/,
      )
    })

    test('✓ moves nothing, today or on a past day, with an end or without', async ({ family, phone }) => {
      const { page } = phone
      const form = sleepForm(page)
      const still = async (press: () => Promise<void>) => {
        const before = [await boxOf(form.start), await boxOf(form.end)]
        await press()
        const after = [await boxOf(form.start), await boxOf(form.end)]
        // A page scrolls by whole pixels, so a place may differ by a part of one.
        for (const [index, box] of after.entries()) {
          expect(Math.abs(box.y - (before[index]?.y ?? 0))).toBeLessThan(1)
        }
      }
      await family.logs(wakeUp(TODAY, '07:20'), sleep('siesta', TODAY, '10:00', '11:10'))
      await phone.signIn()
      await phone.goTo('Añadir descanso')
      await still(async () => {
        await form.confirmStart.click()
        await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
      })
      await phone.goTo('Diario')
      await page.getByRole('textbox', { name: 'Fecha' }).locator('visible=true').fill('2025-08-09')
      await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
      await form.start.fill('13:00')
      await still(async () => {
        await form.confirmStart.click()
        await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
      })
      // The number and the tape come into the head of the form, and what is under the thumb has to stay there.
      await form.end.scrollIntoViewIfNeeded()
      await still(async () => {
        await form.end.fill('14:00')
        await expect(form.screen.getByText('1h 0m', { exact: true })).toBeAttached()
      })
      await still(async () => {
        await form.confirmEnd.click()
        await expect(form.confirmEnd).toHaveAttribute('aria-pressed', 'true')
      })
    })
  })
}
