import { expectAccessible } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { theirData } from '../kit/their-data.ts'

test('a Baby Buddy file imported by the wrong hours and again by the right ones', async ({
  phone,
  family,
}) => {
  await phone.signIn()
  const rows = ['1,2025-08-10 18:30:00,2025-08-11 05:05:00,0', '1,2025-08-11 10:00:00,2025-08-11 10:40:00,1']
  const buffer = Buffer.from(['child_id,start,end,nap', ...rows].join('\n'))
  const file = { name: 'sleep.csv', mimeType: 'text/csv', buffer }
  await phone.goTo('Plan')
  const data = theirData(phone.page)
  await data.choose(file)
  await expect(data.importSheet).toContainText('11 ago 2025: siesta 10:00 – 10:40')
  await data.importAll(3)

  await data.choose(file)
  await expect(data.importSheet).toContainText('2 ya estaban en tu diario.')
  await data.importSheet.getByRole('radio', { name: 'UTC' }).click()
  await expect(data.importSheet).toContainText('11 ago 2025: siesta 12:00 – 12:40')
  await expect(data.importSheet).toContainText('Ya importaste 3 registros de ese archivo con otra hora')
  await expectAccessible(phone.page)
  await data.importAll(3)
  const kept = await family.records()
  expect(kept.map(({ type, start_time, time, end_time }) => [type, start_time ?? time, end_time])).toEqual([
    ['siesta', '12:00', '12:40'],
    ['despertar', '07:05', null],
    ['noche', '20:30', '07:05'],
  ])

  // Chosen once more it is read as the diary has it: nothing goes back to the wrong hours by one tap.
  await data.choose(file)
  await expect(data.importSheet.getByRole('radio', { name: 'UTC' })).toBeChecked()
  await expect(data.importSheet).toContainText('2 ya estaban en tu diario.')
  await expect(data.importSheet).toContainText('No hay nada nuevo que importar.')
  await expect(data.importSheet).not.toContainText('con otra hora')
  await data.importSheet.getByRole('radio', { name: 'Hora' }).click()
  await expect(data.importSheet).toContainText('Ya importaste 3 registros de ese archivo con otra hora')
})
