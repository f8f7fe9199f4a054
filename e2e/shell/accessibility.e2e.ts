import { expectAccessible, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { hold } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'

const TODAY = '2025-08-11'

test('the login, its dialog, their toasts and the loader: all of it keeps WCAG', async ({
  phone,
  context,
  account,
}) => {
  const { page } = phone
  await phone.open()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Contraseña').fill('no-es-esta')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await phone.expectToast('Sign in Failed')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar Solicitud' }).click()
  await phone.expectToast('Error')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const release = await hold(context, /\/rest\/v1\//)
  await page.getByLabel('Contraseña').fill(account.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Cargando datos...')).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(phone.tabBar).toBeVisible()
})

test('what is offline, refused, or not sent when signing out: all of it keeps WCAG', async ({
  phone,
  context,
}) => {
  const { page } = phone
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await phone.signIn()
  await phone.loseApi()
  await page.getByLabel('A qué hora despertó?').fill('08:20')
  await button('Guardar').click()
  await expect(phone.seen('Sin conexión')).toBeVisible()
  await expectAccessible(page)
  await button('Cerrar sesión').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await button('Cancelar').click()
  await context.route('**/rest/v1/sleep_records**', (route) =>
    route.fulfill({ status: 400, json: { code: '22023', message: 'no', details: null, hint: null } }),
  )
  await phone.regainApi()
  await expect(button('Descartar')).toBeVisible()
  await expectAccessible(page)
  await button('Descartar').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
})

test('nothing scrolls sideways and no target is under 44 px on a 320 px phone', async ({ family, phone }) => {
  const { page } = phone
  async function expectRoom(where: string) {
    await expectFitsWidth(page, where)
    expect(await smallTargets(page), where).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await family.logs(
    wakeUp(TODAY, '08:00'),
    sleep('siesta', TODAY, '13:00', '14:00'),
    sleep('noche', TODAY, '16:00'),
  )
  await phone.open()
  await expectRoom('the login')
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectRoom('the trial')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  // It goes with a step back, which would break off the next opening of the page.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await phone.signIn()
  for (const tab of ['Diario', 'Gráfico', 'Añadir descanso', 'Plan', 'BSC'] as const) {
    await phone.goTo(tab)
    await expectRoom(tab)
  }
  await phone.goTo('Diario')
  await page.getByRole('button', { name: /^Terminar noche/ }).click()
  await expect(page.getByRole('region', { name: 'Revisa antes de terminar' })).toBeVisible()
  await expectRoom('what is odd about the end')
  await page.getByRole('button', { name: /^Terminar noche de todos modos/ }).click()
  await phone.expectToast('¡Descanso actualizado!')
  await expectRoom('the toast')
  await phone.records.first().getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectRoom('the dialog')
})
