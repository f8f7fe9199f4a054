import { expect, WITH_MOTION } from '../kit/carer.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { DrawingSheet, Thumb } from './thumb.ts'

const TODAY = '2025-08-11'
const BEFORE = '2025-08-09'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test('a forgotten yesterday, six entries from memory, is 12 taps from the open diary, offline, with one undo', async ({
  family,
  phone,
  newPhone,
}) => {
  const { page } = phone
  const thumb = new Thumb()
  const sheet = new DrawingSheet(page, thumb)
  await family.logs(sleep('noche', BEFORE, '20:30', '07:40'), wakeUp(TODAY, '07:30'))
  await phone.signIn()
  await phone.loseApi()

  await thumb.tap(page.getByRole('button', { name: 'Día anterior' }))
  await thumb.tap(page.getByRole('button', { name: 'Reconstruir el día' }))
  await thumb.tap(sheet.dialog.getByRole('button', { name: '07:40, al acabar la noche' }))
  await sheet.drag('09:30', '10:45')
  await sheet.drag('13:00', '15:00')
  await sheet.drag('17:00', '17:35')
  await sheet.tapAt('20:30')
  // A drawn time is one of five minutes; who remembers better types it.
  await thumb.type(sheet.time('Siesta 2: hora de fin'), '14:52')
  await sheet.drag('16:00', '16:15')
  await thumb.tap(sheet.dialog.getByRole('button', { name: 'Quitar siesta 3' }))
  await sheet.drag('15:35', '16:05')
  await expect(sheet.save).toHaveText('Guardar 6 registros')
  await thumb.tap(sheet.save)
  expect(thumb.taps).toBeLessThanOrEqual(14)
  expect(thumb.taps).toBe(12)

  await phone.expectToast('Día reconstruido', 'Domingo 10: 6 registros guardados.')
  await expect(sheet.dialog).toBeHidden()
  await expect(phone.records).toHaveCount(6)
  await expect(phone.records.nth(0)).toContainText('20:30 – 07:30')
  await expect(phone.records.nth(0)).toContainText('Noche')
  await expect(phone.records.nth(3)).toContainText('13:00 – 14:52')
  await expect(phone.records.nth(5)).toContainText('Hora: 07:40')
  await phone.reload()
  await phone.goTo('Diario')
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await expect(phone.records).toHaveCount(6)

  await phone.regainApi()
  await phone.whenAllSent()
  const partner = await newPhone()
  await partner.page.getByRole('button', { name: 'Día anterior' }).click()
  await expect(partner.records).toHaveCount(6)
})

test('one undo takes everything back, on the other phone too, and what was drawn can be drawn on', async ({
  family,
  phone,
  newPhone,
}) => {
  const { page } = phone
  const sheet = new DrawingSheet(page)
  await phone.signIn()
  const partner = await newPhone()
  await partner.page.getByRole('button', { name: 'Día anterior' }).click()
  await page.getByRole('button', { name: 'Día anterior' }).click()
  // On a day of which nobody has told anything the button is in sight, clear of the tab bar.
  const way = page.getByRole('button', { name: 'Reconstruir el día' })
  const [wayBox, barBox] = [await way.boundingBox(), await phone.tabBar.boundingBox()]
  expect((wayBox?.y ?? 0) + (wayBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0)
  await way.click()
  await sheet.drag('10:00', '11:00')
  await sheet.drag('13:00', '14:30')
  await sheet.drag('20:30', '07:30')
  await sheet.save.click()
  await phone.holdToast()
  await expect(partner.records).toHaveCount(3)
  await expect(phone.records).toHaveCount(3)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(phone.records).toHaveCount(0)
  await expect(partner.records).toHaveCount(0)
  await page.getByRole('button', { name: 'Reconstruir: 3 sin guardar' }).click()
  await expect(sheet.time('Siesta 2: hora de fin')).toHaveValue('14:30')
  await sheet.save.click()
  await expect(partner.records).toHaveCount(3)
  await expect.poll(() => family.countRecords()).toBe(3)
})

test('two phones rebuild two halves of a day offline: it has both, once', async ({
  family,
  phone,
  newPhone,
}) => {
  await phone.signIn()
  const partner = await newPhone()
  const halves = [
    { carer: phone, naps: [['09:30', '10:30'] as const, ['12:30', '14:00'] as const] },
    { carer: partner, naps: [['16:30', '17:00'] as const, ['20:30', '07:30'] as const] },
  ]
  for (const { carer, naps } of halves) {
    const sheet = new DrawingSheet(carer.page)
    await carer.loseApi()
    await sheet.openYesterday()
    for (const [from, to] of naps) await sheet.drag(from, to)
    await sheet.save.click()
    await carer.expectToast('Día reconstruido')
  }
  for (const { carer } of halves) await carer.regainApi()
  for (const { carer } of halves) await expect(carer.records).toHaveCount(4)
  await expect.poll(() => family.countRecords()).toBe(4)
})
