import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test('two taps record a nap from the open diary', async ({ carer }) => {
  await carer.goTo('Añadir descanso')
  await carer.page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await carer.expectToast('Hora de inicio guardada')
  await carer.goTo('Diario')
  await expect(carer.page.getByText('Durmiendo desde 16:20')).toBeVisible()
})

test('a finished sleep is saved from the form with its duration', async ({ carer, page }) => {
  await carer.goTo('Añadir descanso')
  await page.getByLabel('Hora de inicio', { exact: true }).fill('13:35')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await page.getByLabel('Hora de fin', { exact: true }).fill('15:05')
  await page.getByRole('button', { name: 'Confirmar hora de fin' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 1h 30m.')
  await expect(carer.records.first()).toContainText('13:35 – 15:05')
})

test('another day: its own words, its own button, an empty start', async ({ carer, page }) => {
  await page.getByLabel('Fecha').first().fill('2025-08-10')
  await expect(page.getByRole('heading', { name: 'Domingo 10' })).toBeVisible()
  await expect(page.getByText('No hay registros para este día.')).toBeVisible()
  await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
  await expect(page.getByRole('heading', { name: 'Añadir Descanso' })).toBeVisible()
  await expect(sleepForm(page).date).toHaveValue('2025-08-10')
  await expect(page.getByLabel('Hora de inicio', { exact: true })).toHaveValue('')
  await page.getByRole('radio', { name: 'Noche' }).check()
  await page.getByLabel('Hora de inicio', { exact: true }).fill('20:50')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await page.getByLabel('Hora de fin', { exact: true }).fill('08:20')
  await page.getByRole('button', { name: 'Confirmar hora de fin' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado noche de 11h 30m.')
  await expect(page.getByRole('heading', { name: 'Domingo 10' })).toBeVisible()
  await expect(carer.records.first()).toContainText('20:50 – 08:20')
})
