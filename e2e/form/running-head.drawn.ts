import { atRest } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { turn } from '../kit/out-of-sight.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test('✓ moves nothing under the thumb; the next time the form is seen it has the head of the sleep', async ({
  carer,
}) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  await atRest(carer.page)
  const before = await form.confirmStart.boundingBox()
  await form.confirmStart.click()
  await carer.expectToast('Hora de inicio guardada')
  await expect(form.screen.getByText('Durmiendo desde 16:20')).toBeVisible()
  await atRest(carer.page)
  expect(await form.confirmStart.boundingBox()).toEqual(before)
  await expect(form.screen.locator('[data-tone="nap"]')).toBeVisible()
  await carer.goTo('Diario')
  await carer.goTo('Añadir descanso')
  // A sleep lasts a minute at least, so it doesn't end at the present time, 16:20.
  await expect(form.button('Terminar siesta · 16:21')).toBeInViewport({ ratio: 1 })
})

test.describe('the form is seen from its head on, wherever it was left', () => {
  test('by «+» from another tab', async ({ family, phone }) => {
    const { page } = phone
    const form = sleepForm(page)
    await family.logs(sleep('siesta', '2025-08-11', '15:38'))
    await phone.signIn()
    await form.quality('Buena').check()
    await page.evaluate(() => scrollTo(0, 300))
    await phone.goTo('Diario')
    await phone.goTo('Añadir descanso')
    await expect(form.button('Terminar siesta · 16:20')).toBeInViewport({ ratio: 1 })
    await atRest(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('by unlocking the phone after the ✓ of its start', async ({ carer, page }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    await form.confirmStart.click()
    await carer.expectToast('Hora de inicio guardada')
    await expect(form.screen.getByText('Durmiendo desde 16:20')).toBeVisible()
    await atRest(page)
    await turn(page, 'hidden')
    await atRest(page)
    await turn(page, 'visible')
    await expect(form.button('Terminar siesta · 16:21')).toBeInViewport({ ratio: 1 })
    await atRest(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await turn(page, 'hidden')
    await atRest(page)
    await turn(page, 'visible')
    await atRest(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})
