import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'
import { Thumb } from './thumb.ts'

test.use({ viewport: { width: 375, height: 667 } })

test('a wake-up of any day at any time is 3 taps on its screen, offline too, and makes the day count in the average', async ({
  family,
  phone,
  newPhone,
}) => {
  const { page } = phone
  const thumb = new Thumb()
  await family.logs(sleep('siesta', '2025-08-06', '10:00', '12:00'))
  await phone.signIn()
  await phone.loseApi()
  await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-06')
  await thumb.tap(page.getByRole('button', { name: 'Añadir despertar' }))
  const time = page.getByLabel('¿A qué hora despertó ese día?')
  await expect(time).toBeFocused()
  await thumb.type(time, '09:15')
  await thumb.tap(page.getByRole('button', { name: 'Guardar', exact: true }))
  expect(thumb.taps).toBe(3)
  await phone.expectToast('¡Despertar registrado!', 'Miércoles 6: despertó a las 09:15.')
  await expect(phone.records).toHaveCount(2)

  await phone.regainApi()
  const partner = await newPhone()
  await partner.goTo('Gráfico')
  await partner.page.getByRole('button', { name: 'Semana anterior' }).click()
  await expect(partner.page.getByText('Promedio de sueño diario').locator('visible=true')).toBeVisible()
  await expect(weekChart(partner.page).average).toHaveText('2h 0m')
  await expect(partner.page.getByText('Cuentan los días con despertar y sueño registrado.')).toBeHidden()
})

test('a wake-up before 05:00 asks of any day whether it was the morning, and stays a waking of the night', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.logs(sleep('noche', '2025-08-09', '20:30', '07:40'))
  await phone.signIn()
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await page.getByRole('button', { name: 'Añadir despertar' }).click()
  await page.getByLabel('¿A qué hora despertó ese día?').fill('03:10')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: 'Sigue la noche' }).click()
  await expect.poll(async () => (await family.records()).map(({ wake_ups }) => wake_ups)).toEqual([1])
  await page.getByRole('button', { name: 'Despertó 07:40, al acabar la noche' }).click()
  await phone.expectToast('¡Despertar registrado!', 'Domingo 10: despertó a las 07:40.')
})
