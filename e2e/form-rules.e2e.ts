import { expect, test } from './carer.ts'

test.beforeEach(async ({ carer }) => {
  await carer.goTo('Añadir descanso')
})

test('nothing is saved before both times are confirmed', async ({ carer }) => {
  const { page } = carer
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast(
    'Confirmación requerida',
    'Antes de registrar el sueño es necesario confirmar cada hora con el botón ✓.',
  )
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
  await expect(carer.records).toHaveCount(0)
})

test('a confirmed end that is changed must be confirmed again', async ({ carer }) => {
  const { page } = carer
  await page.getByLabel('Hora de inicio', { exact: true }).fill('13:00')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await page.getByLabel('Hora de fin', { exact: true }).fill('14:00')
  await page.getByRole('button', { name: 'Confirmar hora de fin' }).click()
  await page.getByLabel('Hora de fin', { exact: true }).fill('14:30')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('Confirmación requerida')
  await page.getByRole('button', { name: 'Confirmar hora de fin' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 1h 30m.')
})

test('«Ahora» fills the present Madrid time, whatever the phone says', async ({ carer }) => {
  const { page } = carer
  await page.getByLabel('Hora de inicio', { exact: true }).fill('10:00')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await page.getByRole('button', { name: /Ahora/ }).last().click()
  await expect(page.getByLabel('Hora de fin', { exact: true })).toHaveValue('16:20')
})

test('an overlap warns and one tap saves anyway', async ({ carer }) => {
  const { page } = carer
  for (const [start, end] of [
    ['10:00', '11:00'],
    ['10:30', '11:30'],
  ] as const) {
    await carer.goTo('Añadir descanso')
    await page.getByLabel('Hora de inicio', { exact: true }).fill(start)
    await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
    await page.getByLabel('Hora de fin', { exact: true }).fill(end)
    await page.getByRole('button', { name: 'Confirmar hora de fin' }).click()
    if (start === '10:00') await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText(/Se solapa con siesta/i)).toBeVisible()
  await page.getByRole('button', { name: 'Guardar de todos modos' }).click()
  await carer.expectToast('¡Descanso guardado!')
  await expect(page.getByText('Sueño total del día').locator('..')).toContainText('1h 30m')
})

test('the wake-up needs a time', async ({ carer }) => {
  const { page } = carer
  await carer.goTo('Diario')
  await page.getByLabel('A qué hora despertó?').fill('')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('Error', 'Por favor, introduce una hora.')
  await expect(carer.records).toHaveCount(0)
})
