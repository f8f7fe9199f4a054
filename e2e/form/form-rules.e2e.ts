import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test('a new record is stored as soon as its start is confirmed, and is the same record when it is saved', async ({
  carer,
  family,
}) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  await form.enterStart('13:00')
  await carer.expectToast('Hora de inicio guardada')
  await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
  await expect(form.start).not.toBeEditable()
  await expect
    .poll(() => family.records())
    .toMatchObject([{ date: '2025-08-11', type: 'siesta', start_time: '13:00', end_time: null }])
  const [begun] = await family.records()
  await form.enterEnd('14:10')
  await form.save.click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 1h 10m.')
  await expect(carer.page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
  await expect
    .poll(() => family.records())
    .toMatchObject([{ id: begun?.id, start_time: '13:00', end_time: '14:10', duration: 70 }])
})

test('editing fills the form: its times count as confirmed, its date stays, and saving updates it', async ({
  family,
  phone,
}) => {
  const form = sleepForm(phone.page)
  await family.logs(sleep('siesta', '2025-08-11', '10:00', '13:30', 'regular'))
  await phone.signIn()
  await phone.records.getByRole('button', { name: 'Editar' }).click()
  await expect(form.title).toHaveText('Editar Descanso')
  await expect(form.screen.getByText('Editando Registro', { exact: true })).toBeVisible()
  await expect(form.date).toHaveValue('2025-08-11')
  await expect(form.date).not.toBeEditable()
  await expect(form.start).toHaveValue('10:00')
  await expect(form.start).not.toBeEditable()
  await expect(form.end).toHaveValue('13:30')
  for (const check of [form.confirmStart, form.confirmEnd]) {
    await expect(check).toHaveAttribute('aria-pressed', 'true')
  }
  await expect(form.quality('Regular')).toBeChecked()
  await form.button('Quitar calidad').click()
  await form.type('Noche').check()
  await form.disturbance('Apetito reducido').check()
  await form.wakeUps.fill('2')
  await form.feedings.fill('3')
  await form.diapers.fill('1')
  await form.save.click()
  await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de noche.')
  await expect(phone.page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
  await expect
    .poll(() => family.records())
    .toMatchObject([
      {
        type: 'noche',
        start_time: '10:00',
        end_time: '13:30',
        quality: null,
        disturbances: ['reducedAppetite'],
        wake_ups: 2,
        feedings: 3,
        diaper_changes: 1,
      },
    ])
})
