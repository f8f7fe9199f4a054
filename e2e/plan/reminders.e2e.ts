import type { Page } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { fillDisk } from '../kit/full-disk.ts'
import { answerNotificationQuestion, setNotifications } from '../kit/notices.ts'
import { test } from '../kit/seed.ts'

test.beforeEach(async ({ family }) => {
  await family.plans({})
})

test('asked and granted: reminders are on, here and in the plan; another tap turns them off', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await answerNotificationQuestion(page, 'granted')
  await phone.goTo('Plan')
  await expectState(page, 'Desactivado')

  await reminderSwitch(page).click()
  await phone.expectToast('Recordatorios Activados', 'Se te notificará para las próximas siestas.')
  await expectState(page, 'Activado')
  await expect(page.getByText('Este dispositivo no tiene permiso para avisar.')).toBeHidden()
  await expect.poll(async () => (await family.plan()).reminders).toBe(true)

  await reminderSwitch(page).press('Space')
  await phone.expectToast('Recordatorios Desactivados')
  await expectState(page, 'Desactivado')
  await expect.poll(async () => (await family.plan()).reminders).toBe(false)
})

test('asked and refused: an error, and they stay off; from then on the browser is the one to ask', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await answerNotificationQuestion(page, 'denied')
  await phone.goTo('Plan')
  await reminderSwitch(page).click()
  await phone.expectToast('Permiso denegado', 'No se pueden mostrar notificaciones.')
  await expectState(page, 'Desactivado')
  await reminderSwitch(page).click()
  await phone.expectToast(
    'Permiso denegado',
    'Por favor, habilita las notificaciones en la configuración de tu navegador.',
  )
  await expectState(page, 'Desactivado')
  expect((await family.plan()).reminders).toBe(false)
})

test('asked and left without an answer: the same error, and it can be asked again', async ({ phone }) => {
  const { page } = phone
  await phone.signIn()
  await setNotifications(page, 'prompt')
  await phone.goTo('Plan')
  for (let tap = 0; tap < 2; tap += 1) {
    await reminderSwitch(page).click()
    await phone.expectToast('Permiso denegado', 'No se pueden mostrar notificaciones.')
    await expectState(page, 'Desactivado')
    await phone.closeToast()
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  }
})

test('granted before: they turn on without a question', async ({ phone, page, context }) => {
  await context.grantPermissions(['notifications'])
  await phone.signIn()
  await phone.goTo('Plan')
  await reminderSwitch(page).click()
  await phone.expectToast('Recordatorios Activados', 'Se te notificará para las próximas siestas.')
  await expectState(page, 'Activado')
  await phone.reload()
  await phone.goTo('Plan')
  await expectState(page, 'Activado')
})

test('blocked before: an error says where to change it', async ({ phone, page }) => {
  await phone.signIn()
  await setNotifications(page, 'denied')
  await phone.goTo('Plan')
  await reminderSwitch(page).click()
  await phone.expectToast(
    'Permiso denegado',
    'Por favor, habilita las notificaciones en la configuración de tu navegador.',
  )
  await expectState(page, 'Desactivado')
})

test('a browser without notifications: an error, and nothing else breaks', async ({ phone, context }) => {
  const { page } = phone
  await context.addInitScript(() => Reflect.deleteProperty(window, 'Notification'))
  await phone.signIn()
  await phone.goTo('Plan')
  await reminderSwitch(page).click()
  await phone.expectToast(
    'Permiso denegado',
    'Por favor, habilita las notificaciones en la configuración de tu navegador.',
  )
  await expectState(page, 'Desactivado')
})

test('the other phone of the family turns them on: this one says that it may not', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await setNotifications(page, 'denied')
  await phone.goTo('Plan')
  await family.plans({ reminders: true })
  await expectState(page, 'Activado')
  await expect(page.getByText('Este dispositivo no tiene permiso para avisar.')).toBeVisible()
  await reminderSwitch(page).click()
  await phone.expectToast('Recordatorios Desactivados')
})

test('the other phone turns them on, and this one was never asked: it can be allowed to by itself', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await answerNotificationQuestion(page, 'granted')
  await phone.goTo('Plan')
  await family.plans({ reminders: true })
  await expectState(page, 'Activado')
  const allow = page.getByRole('button', { name: 'Permitir avisos en este móvil' })
  await allow.click()
  await phone.expectToast('Recordatorios Activados')
  await expect(allow).toBeHidden()
  await expect(reminderSwitch(page)).toBeFocused()
  await expect(page.getByText('Este dispositivo no tiene permiso para avisar.')).toBeHidden()
  expect((await family.plan()).reminders).toBe(true)
})

test('the toggle counts at once; what is typed in the form waits for its button', async ({
  family,
  phone,
  context,
}) => {
  const { page } = phone
  await context.grantPermissions(['notifications'])
  await phone.signIn()
  await phone.goTo('Plan')
  await page.getByLabel('Ventana de sueño tras despertar').fill('2h')
  await reminderSwitch(page).click()
  await expect.poll(async () => (await family.plan()).reminders).toBe(true)
  expect((await family.plan()).first_wake_window).toBe('1h 30min')
  await expect(page.getByLabel('Ventana de sueño tras despertar')).toHaveValue('2h')
  await expect(page.getByText('Hay cambios sin guardar.')).toBeVisible()
})

test('when the phone refuses to store it, the toggle says so and stays off', async ({ phone, context }) => {
  const { page } = phone
  await context.grantPermissions(['notifications'])
  await phone.signIn()
  await phone.goTo('Plan')
  await fillDisk(page, 'all')
  await reminderSwitch(page).click()
  await phone.expectToast('Error', 'No se pudo actualizar el plan de sueño.')
  await expectState(page, 'Desactivado')
})

function reminderSwitch(page: Page) {
  return page.getByRole('switch', { name: 'Recordatorios suaves' })
}

async function expectState(page: Page, state: 'Activado' | 'Desactivado'): Promise<void> {
  await expect(reminderSwitch(page)).toBeChecked({ checked: state === 'Activado' })
  await expect(page.getByRole('region', { name: 'Plan' }).getByText(state, { exact: true })).toBeVisible()
}
