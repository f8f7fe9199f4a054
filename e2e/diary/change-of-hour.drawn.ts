import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'

test.use({ fixedNow: '2025-10-26T16:20' })

test('the night the clocks go back counts its extra hour and says so', async ({ carer, page }) => {
  await page.getByLabel('Fecha').first().fill('2025-10-25')
  await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
  await page.getByRole('radio', { name: 'Noche' }).check()
  await page.getByLabel('Hora de inicio', { exact: true }).fill('19:30')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await page.getByLabel('Hora de fin', { exact: true }).fill('07:00')
  await page.getByRole('button', { name: 'Confirmar hora de fin' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado noche de 12h 30m.')
  await expect(carer.records.first()).toContainText('Cambio de hora: +1 h')
})
