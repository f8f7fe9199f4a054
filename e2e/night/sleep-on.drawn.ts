import { expect } from '../kit/carer.ts'
import { refuseToStore } from '../kit/full-disk.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE } from './clock.ts'
import { test } from './drawn-clock.ts'

test.use({ viewport: SMALL_PHONE })

test.describe('a sleep that was ended by mistake', () => {
  test('takes the wake-up of that minute with it, and brings it back when undone', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('noche', EVENING, '20:30', '06:50'), wakeUp(MORNING, '06:50'))
    await atTime(phone, MORNING, '07:00')
    await phone.signIn()
    await page.getByRole('button', { name: 'Seguir durmiendo' }).tap()
    await phone.expectToast('Sigue durmiendo', 'También se ha quitado el despertar de las 06:50.')
    await phone.holdToast()
    await expect.poll(() => family.countRecords()).toBe(1)
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect.poll(() => family.countRecords()).toBe(2)
    await expect(page.getByText('Noche terminada · 06:50')).toBeVisible()
  })

  test('stays ended where its wake-up can’t be deleted, and the other way round: both or none', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('noche', EVENING, '20:30', '06:50'), wakeUp(MORNING, '06:50'))
    await atTime(phone, MORNING, '07:00')
    await phone.signIn()
    await refuseToStore(page, 'delete')
    await page.getByRole('button', { name: 'Seguir durmiendo' }).tap()
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    await expect(page.getByText('Noche terminada · 06:50')).toBeVisible()
    expect(await family.countRecords()).toBe(2)

    await refuseToStore(page, 'insert')
    await page.getByRole('button', { name: 'Seguir durmiendo' }).tap()
    await phone.expectToast('Sigue durmiendo')
    await phone.holdToast()
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    expect(await family.records()).toMatchObject([{ type: 'noche', end_time: null }])
  })

  test('isn’t offered once a later record says that the baby was awake', async ({ phone, family }) => {
    await family.logs(sleep('noche', EVENING, '20:30', '06:50'), wakeUp(MORNING, '06:55'))
    await atTime(phone, MORNING, '07:00')
    await phone.signIn()
    await expect(phone.page.getByText(/^Próxima: Siesta 1/)).toBeVisible()
    await expect(phone.page.getByRole('button', { name: /igue durmiendo|eguir durmiendo/ })).toBeHidden()
  })
})

test('a night that is ended in the form that started it runs again with 1 tap, with what was counted', async ({
  phone,
  family,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await atTime(phone, EVENING, '20:30')
  await phone.signIn()
  await phone.goTo('Añadir descanso')
  await form.type('Noche').check()
  await form.confirmStart.tap()
  await phone.expectToast('Hora de inicio guardada')
  await phone.goTo('Diario')
  await page.getByRole('button', { name: '+1 toma', exact: true }).locator('visible=true').tap()
  await phone.goTo('Añadir descanso')
  await atTime(phone, MORNING, '07:00')
  await form.enterEnd('06:50')
  await form.save.tap()
  await phone.expectToast('¡Descanso guardado!', 'Se ha registrado noche de 10h 20m.')
  await phone.holdToast()
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(page.getByText('Durmiendo desde 20:30')).toBeVisible()
  await expect
    .poll(() => family.records())
    .toMatchObject([{ type: 'noche', date: EVENING, end_time: null, duration: null, feedings: 1 }])
})
