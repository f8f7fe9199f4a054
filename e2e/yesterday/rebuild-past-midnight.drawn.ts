import { expect, WITH_MOTION } from '../kit/carer.ts'
import { wakeUp } from '../kit/seed.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE } from '../night/clock.ts'
import { test } from '../night/drawn-clock.ts'
import { DrawingSheet } from './thumb.ts'

test.use({ viewport: SMALL_PHONE })
test.use(WITH_MOTION)

test('a day that is being rebuilt at midnight stays the one that it is', async ({ family, phone }) => {
  const { page } = phone
  const sheet = new DrawingSheet(page)
  await atTime(phone, EVENING, '23:55')
  await family.logs(wakeUp(EVENING, '07:40'))
  await phone.signIn()
  await phone.goTo('Diario')
  await page.getByRole('button', { name: 'Reconstruir el día' }).click()
  await sheet.drag('10:00', '11:00')
  await atTime(phone, MORNING, '00:05')
  await expect(page.getByRole('heading', { name: 'Reconstruir el día · Domingo 10' })).toBeVisible()
  await expect(sheet.time('Siesta 1: hora de inicio')).toHaveValue('10:00')
  await sheet.drag('13:00', '14:00')
  await sheet.save.click()
  await phone.expectToast('Día reconstruido', 'Domingo 10: 2 registros guardados.')
  await expect
    .poll(async () => (await family.records()).map(({ date }) => date))
    .toEqual([EVENING, EVENING, EVENING])
})
