import { expectAccessible } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/seed.ts'
import { sample, theirData } from '../kit/their-data.ts'

test('a Nara file with no network: its babies one by one, nap or night by the hour, nothing twice; then on each phone', async ({
  phone,
  family,
  newPhone,
}) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(phone.page)
  await data.expectReady()
  await phone.loseApi()
  await data.choose(sample('nara.csv'))
  await expect(data.importSheet).toContainText('Archivo de Nara')
  await expect(data.importSheet).toContainText('Ese archivo no dice si es siesta o noche: lo decide la hora.')
  await expect(data.importSheet.getByRole('radio', { name: 'Bebé' })).toBeChecked()
  await data.expectFound({ naps: 2, nights: 1, wakeUps: 1, dates: '10 ago 2025 – 11 ago 2025' })
  await data.importSheet.getByText('4 filas no se importan').click()
  await expect(data.importSheet).toContainText('«Diaper»: aquí solo se importa el sueño: fila 4.')
  await expect(data.importSheet).toContainText('Sin hora de fin: fila 7.')
  await expectAccessible(phone.page)
  await data.importSheet.getByRole('radio', { name: 'Otro' }).click()
  await data.expectFound({ naps: 1, nights: 0, wakeUps: 0, dates: '10 ago 2025' })
  await data.importSheet.getByRole('radio', { name: 'Bebé' }).click()
  await data.importAll(4)

  await data.choose(sample('nara.csv'))
  await expect(data.importSheet).toContainText('No hay nada nuevo que importar.')
  await data.close.click()
  await phone.goTo('Diario')
  await expect(phone.records.first()).toContainText('10:05 – 11:20')
  await expect(phone.records.last()).toContainText('07:10')
  await phone.regainApi()
  await expect.poll(() => family.countRecords()).toBe(4)
  const partner = await newPhone()
  await expect(partner.records.first()).toContainText('10:05 – 11:20')
  await expect(partner.records.last()).toContainText('07:10')
})

test('a Napper file with no network: nights from bedtime to the wake-up, with their wakings; then on each phone', async ({
  phone,
  family,
  newPhone,
}) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(phone.page)
  await data.expectReady()
  await phone.loseApi()
  await data.choose(sample('napper.csv'))
  await expect(data.importSheet).toContainText('Archivo de Napper')
  await expect(data.importSheet).toContainText('Cada despertar de la noche se anota en ella con su hora')
  await data.expectFound({ naps: 2, nights: 2, wakeUps: 2, dates: '9 ago 2025 – 11 ago 2025' })
  await data.importSheet.getByText('1 fila no se importa').click()
  await expect(data.skipped).toContainText('«SOLIDS»: aquí solo se importa el sueño: fila 6.')
  await data.importAll(6)
  await phone.regainApi()
  await expect.poll(() => family.countRecords()).toBe(6)
  const night = (await family.records()).find(({ type, date }) => type === 'noche' && date === '2025-08-09')
  expect(night).toMatchObject({ start_time: '20:45', end_time: '07:00', wake_ups: 1 })
  expect(night?.taps).toMatchObject([{ kind: 'wake_ups', time: '01:10' }])

  const partner = await newPhone()
  await expect(partner.records.first()).toContainText('10:05 – 11:20')
  await expect(partner.records.last()).toContainText('07:10')
})
