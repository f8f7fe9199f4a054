import { expect, test } from '../kit/carer.ts'

test('with the API away from the first tap on, everything works, a reload keeps it, and the server gets it once', async ({
  carer,
  newPhone,
}) => {
  const { page } = carer
  await carer.loseApi()

  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
  await carer.goTo('Añadir descanso')
  await page.getByLabel('Hora de inicio', { exact: true }).fill('10:00')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await carer.expectToast('Hora de inicio guardada')
  await carer.reload()
  await carer.goTo('Diario')
  await expect(page.getByText('Durmiendo desde 10:00')).toBeVisible()
  await expect(carer.seen(/Sin conexión · \d+ registros? por enviar/)).toBeVisible()
  await page.getByRole('button', { name: /^Terminar siesta/ }).click()
  await page.getByRole('button', { name: /^Terminar siesta de todos modos/ }).click()
  await expect(page.getByText('Durmiendo desde 10:00')).toHaveCount(0)
  await carer.records
    .first()
    .getByRole('button', { name: /Editar/ })
    .click()
  await page.getByRole('radio', { name: 'Regular' }).check()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  // The end that was stored just now has said the same in its toast.
  await expect(carer.records.first().getByRole('img', { name: 'Calidad: Regular' })).toBeVisible()
  await carer.goTo('Añadir descanso')
  await page.getByLabel('Hora de inicio', { exact: true }).fill('09:00')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await carer.records
    .filter({ hasText: '09:00' })
    .getByRole('button', { name: /Eliminar/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await carer.expectToast('Registro eliminado')
  await carer.reload()
  await expect(carer.records).toHaveCount(2)

  await carer.regainApi()
  await carer.whenAllSent()
  const partner = await newPhone()
  await expect(partner.records).toHaveCount(2)
  await expect(partner.records.first()).toContainText('10:00 – 16:20')
  await expect(partner.records.first().getByRole('img', { name: 'Calidad: Regular' })).toBeVisible()
})

test('an answer that gets lost does not double the record', async ({ carer, context, newPhone }) => {
  let lost = 0
  await context.route('**/rest/v1/sleep_records**', async (route) => {
    if (route.request().method() === 'POST' && lost < 2) {
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
      return
    }
    await route.continue()
  })
  await carer.logWakeUp()
  await expect.poll(() => lost).toBe(2)
  await carer.whenAllSent()
  const partner = await newPhone()
  await expect(partner.records).toHaveCount(1)
})

test('the server dies and comes back: what was logged meanwhile arrives', async ({
  carer,
  server,
  newPhone,
}) => {
  await server.kill()
  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
  await server.restart()
  await carer.whenAllSent()
  const partner = await newPhone()
  await expect(partner.records).toHaveCount(1)
})

test('signing out with something unsent says so and can wait', async ({ carer, page }) => {
  await carer.loseApi()
  await carer.logWakeUp()
  await expect(carer.records).toHaveCount(1)
  await carer.seenButton('Cerrar sesión').click()
  const dialog = page.getByRole('alertdialog', { name: 'Hay cambios sin enviar' })
  await expect(dialog).toContainText('se perderá 1 registro')
  await dialog.getByRole('button', { name: 'Esperar' }).click()
  await carer.regainApi()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})
