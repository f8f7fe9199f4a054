import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use({ fixedNow: '2026-03-29T12:00' })

test('in the Canaries the clocks go forward an hour earlier on the wall, on the phone and at the server', async ({
  family,
  phone,
}) => {
  await family.born('2025-01-31')
  await family.livesIn('Atlantic/Canary')
  // 01:00 to 01:59 are left out there; in Madrid it is the hour after.
  await family.logs(sleep('siesta', '2026-03-29', '00:15', '00:45'))
  await phone.signIn()
  await phone.records.filter({ hasText: '00:15' }).getByRole('button', { name: 'Editar' }).click()
  const form = sleepForm(phone.page)
  await form.enterEnd('02:15')
  await form.save.click()
  await phone.expectToast('¡Descanso actualizado!')
  const nap = phone.records.filter({ hasText: '00:15 – 02:15' })
  await expect(nap).toContainText('1h 0m')
  await expect(nap).toContainText('Cambio de hora: −1 h')
  await phone.whenAllSent()
  await expect
    .poll(async () => (await family.records()).find(({ start_time }) => start_time === '00:15')?.duration)
    .toBe(60)
})
