import { expect, test } from '../kit/carer.ts'

test('a carer logs a day: wake-up, a nap that runs on both phones, its end, an edit and a deletion', async ({
  carer,
  newPhone,
}) => {
  const { page } = carer

  await test.step('the wake-up starts the day and gives the first suggestion', async () => {
    await carer.logWakeUp()
    await carer.expectToast('¡Despertar registrado!', 'El día ha comenzado. ¡Ahora a por la primera siesta!')
    await expect(carer.records).toHaveCount(1)
    await expect(carer.records.first()).toContainText('Hora: 08:20')
    await expect(carer.records.first().getByRole('button', { name: /Editar/ })).toHaveCount(0)
    await expect(page.getByText('Próxima: Siesta 1')).toBeVisible()
    await expect(page.getByText('09:50 – 10:20')).toBeVisible()
  })

  await test.step('✓ on the start makes a running nap', async () => {
    await carer.goTo('Añadir descanso')
    await expect(page.getByRole('heading', { name: 'Añadir Descanso' })).toBeVisible()
    await expect(page.getByText('Nuevo Registro')).toBeVisible()
    await expect(page.getByLabel('Hora de inicio', { exact: true })).toHaveValue('16:20')
    await page.getByLabel('Hora de inicio', { exact: true }).fill('15:00')
    await expect(page.getByRole('button', { name: 'Confirmar hora de fin' })).toBeDisabled()
    await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
    await carer.expectToast('Hora de inicio guardada')
    await expect(page.getByLabel('Hora de inicio', { exact: true })).toHaveAttribute('readonly')
  })

  await test.step('it still runs after a reload, where the form opens with it', async () => {
    await carer.reload()
    await expect(page.getByText('Editando Registro')).toBeVisible()
    await expect(page.getByLabel('Hora de inicio', { exact: true })).toHaveValue('15:00')
    await carer.goTo('Diario')
    await expect(page.getByText('Durmiendo desde 15:00')).toBeVisible()
    await expect(page.getByText('1h 20m').first()).toBeVisible()
  })

  const partner = await newPhone()
  await test.step('the second phone shows it too, and ends it', async () => {
    await partner.goTo('Diario')
    await expect(partner.page.getByText('Durmiendo desde 15:00')).toBeVisible()
    await partner.page.getByRole('button', { name: /^Terminar siesta/ }).click()
    await partner.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de siesta.')
    await expect(partner.records.first()).toContainText('15:00 – 16:20')
  })

  await test.step('duration, total and next nap follow on the first phone', async () => {
    await expect(carer.records).toHaveCount(2)
    await expect(carer.records.first()).toContainText('1h 20m')
    await expect(page.getByText('Sueño total del día').locator('..')).toContainText('1h 20m')
    await expect(page.getByText('Próxima: Siesta 2')).toBeVisible()
    await expect(page.getByText('18:35 – 19:05')).toBeVisible()
    await page.getByRole('button', { name: '¿Por qué a esta hora?' }).click()
    await expect(page.getByText('Despertó 16:20 + 2h 15min')).toBeVisible()
  })

  await test.step('an edit adds what was missing', async () => {
    await carer.records
      .first()
      .getByRole('button', { name: /Editar/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Editar Descanso' })).toBeVisible()
    await expect(page.getByText('Editando Registro')).toBeVisible()
    await page.getByRole('radio', { name: 'Buena' }).check()
    await page.getByRole('checkbox', { name: 'Dentición' }).check()
    await page.getByRole('button', { name: 'Más tomas' }).click()
    await page.getByRole('slider', { name: 'Despertares' }).fill('2')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await carer.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de siesta.')
    const nap = carer.records.first()
    await expect(nap.getByRole('img', { name: 'Calidad: Buena' })).toBeVisible()
    await expect(nap).toContainText('Despertares2')
    await expect(nap).toContainText('Tomas1')
    await expect(nap.getByText('Dentición')).toBeAttached()
  })

  await test.step('a deletion asks first, and tells the other phone', async () => {
    await carer.records
      .first()
      .getByRole('button', { name: /Eliminar/ })
      .click()
    const dialog = page.getByRole('alertdialog', { name: '¿Estás seguro?' })
    await expect(dialog).toContainText(
      'Esta acción no se puede deshacer. Esto eliminará permanentemente el registro de sueño.',
    )
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(carer.records).toHaveCount(2)
    await carer.records
      .first()
      .getByRole('button', { name: /Eliminar/ })
      .click()
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await carer.expectToast('Registro eliminado', 'El registro de sueño ha sido eliminado correctamente.')
    await expect(carer.records).toHaveCount(1)
    await expect(partner.records).toHaveCount(1)
  })
})
