import type { Page } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { planForm } from '../kit/plan-form.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.beforeEach(async ({ family }) => {
  await family.born('2025-01-31')
  await family.plans({})
})

test('any zone of the world, by the keyboard alone; they are named when the plan is looked at', async ({
  phone,
}) => {
  await phone.signIn()
  // The screens that are out of sight are made one after the other, and this is the last.
  await expect(phone.page.getByRole('link', { name: 'Blog', includeHidden: true })).toHaveCount(1)
  await passIdleTurns(phone.page, 40)
  const options = phone.page.getByRole('option', { includeHidden: true })
  await expect(options.filter({ hasText: 'Canarias' })).toHaveCount(1)
  await expect(options.filter({ hasText: 'Japón' })).toHaveCount(0)
  await phone.goTo('Plan')
  const { zone, zoneHint } = planForm(phone.page)
  await expect(zone.getByRole('option', { name: 'Japón' })).toHaveCount(1)
  await expect(zone.getByRole('option', { name: 'Portugal' })).toHaveCount(1)
  await zone.focus()
  await phone.page.keyboard.type('Jap')
  await expect(zone).toHaveValue('Asia/Tokyo')
  await expect(zoneHint('23:20')).toBeVisible()
})

/** Waits until the page has been idle that often: the app does one of its works in a turn (app/device/when-idle.ts). */
function passIdleTurns(page: Page, turns: number): Promise<void> {
  return page.evaluate(async (left) => {
    for (let turn = 0; turn < left; turn += 1) {
      await new Promise(requestAnimationFrame)
      await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }))
    }
  }, turns)
}

test('a zone that was chosen before a sleep began waits for its end, whatever else is saved meanwhile', async ({
  family,
  phone,
}) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const { zone, name, save, unsaved } = planForm(phone.page)
  await zone.selectOption('Canarias')
  await family.logs(sleep('siesta', '2025-08-11', '16:05'))
  await expect(zone).toBeDisabled()
  await name.fill('Lucía')
  await save.click()
  await phone.expectToast('Éxito', 'Información del bebé actualizada.')
  await expect(unsaved).toBeHidden()

  await family.forgets({ date: '2025-08-11' })
  await expect(zone).toHaveValue('Atlantic/Canary')
  await expect(unsaved).toBeVisible()
  await save.click()
  await expect.poll(async () => (await family.baby()).time_zone).toBe('Atlantic/Canary')
})

test('a zone that this phone doesn’t know: it goes by Madrid, and says so', async ({ family, phone }) => {
  await family.livesIn('Marte/Olimpo')
  await phone.signIn()
  const said = phone.seen('Este móvil no conoce la zona horaria «Marte/Olimpo»')
  await expect(said).toBeVisible()
  await phone.goTo('Plan')
  await expect(planForm(phone.page).zone).toHaveValue('Marte/Olimpo')
  await expect(said).toBeVisible()
  await expect(planForm(phone.page).unsaved).toBeHidden()
  await phone.goTo('Añadir descanso')
  await expect(sleepForm(phone.page).start).toHaveValue('16:20')
})
