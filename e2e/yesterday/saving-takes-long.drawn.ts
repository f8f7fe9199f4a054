import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { holdDisk } from '../kit/phones/slow-disk.ts'
import { DrawingSheet } from './thumb.ts'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test('what is drawn while the day is being stored waits for the next saving', async ({
  family,
  phone,
  page,
}) => {
  const sheet = new DrawingSheet(page)
  await phone.signIn()
  await sheet.openYesterday()
  await sheet.time('Despertar: hora').fill('07:40')
  await sheet.drag('10:00', '11:00')
  await sheet.tapAt('15:00')
  const letGo = await holdDisk(page, family.userId)
  await sheet.save.click()
  await sheet.drag('12:30', '14:00')
  await expect(sheet.save).toHaveText('Guardar 4 registros')
  await letGo()
  await phone.expectToast('Día reconstruido', 'Domingo 10: 3 registros guardados.')
  await page.getByRole('button', { name: 'Reconstruir: 1 sin guardar' }).click()
  await expect(sheet.time('Siesta 1: hora de inicio')).toHaveValue('12:30')
  await sheet.save.click()
  await phone.expectToast('Día reconstruido', 'Domingo 10: 1 registro guardado.')
  await expect.poll(() => family.countRecords()).toBe(4)
})
