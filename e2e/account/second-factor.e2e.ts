import type { Page } from '@playwright/test'
import { totpCode } from '../../server/testing/totp-code.ts'
import { atRest } from '../kit/accessible.ts'
import { hold } from '../kit/answers.ts'
import { type Carer, expect, test, WITH_MOTION } from '../kit/carer.ts'
import { endSession } from '../kit/phone-session.ts'

test.use(WITH_MOTION)

const STEP_SECONDS = 30
const now = () => Date.now() / 1000

/**
 * Each code counts once. The present one was spent on turning verification on, but the server takes the next already.
 */
const nextCode = (secret: string) => totpCode(secret, now() + STEP_SECONDS)

const toggle = (page: Page) => page.getByRole('switch', { name: 'Verificación en dos pasos' })

async function putCodesAway(page: Page): Promise<string[]> {
  const codes = page.getByRole('alertdialog', { name: 'Códigos de recuperación' })
  await expect(codes.locator('code')).toHaveCount(10)
  const shown = await codes.locator('code').allTextContents()
  await codes.getByRole('button', { name: 'Ya los tengo' }).click()
  return shown
}

async function turnOn(carer: Carer): Promise<string> {
  const { page } = carer
  await carer.goTo('Plan')
  await expect(toggle(page)).not.toBeChecked()
  let begun = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/factors')) begun += 1
  })
  // Two taps must count as one: a second secret would make the QR code of the first worthless.
  await toggle(page).dblclick()
  const sheet = page.getByRole('dialog', { name: 'Verificación en dos pasos' })
  const drawing = sheet.getByRole('img', { name: 'Código QR para la aplicación de códigos' })
  await expect(drawing).toBeVisible()
  // A picture that could not be loaded has no width of its own, though it is visible.
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const secret = (await sheet.locator('code').textContent()) ?? ''
  await sheet.getByLabel('Código de seis números').fill('000000')
  await carer.expectToast('No se ha podido cambiar', 'Ese código no vale.')
  await expect(sheet.getByLabel('Código de seis números')).toBeFocused()
  expect(begun).toBe(1)
  await sheet.getByLabel('Código de seis números').fill(totpCode(secret, now()))
  await putCodesAway(page)
  await carer.expectToast('Verificación activada')
  await expect(toggle(page)).toBeChecked()
  return secret
}

test('with a second factor the password alone opens nothing; the code does, in every tab', async ({
  carer,
  page,
  context,
  server,
}) => {
  const secret = await turnOn(carer)
  await carer.signOut()
  const otherTab = await context.newPage()
  await otherTab.goto(server.url)

  await carer.enterPassword()
  for (const tab of [page, otherTab]) {
    await expect(tab.getByRole('heading', { name: 'Escribe tu código' })).toBeVisible()
    await expect(tab.getByRole('navigation', { name: 'Secciones' })).toBeHidden()
  }
  // The code is no matter of this screen alone: a reload asks for it again.
  await page.reload()
  const field = page.getByLabel('Código de seis números')
  await field.fill('123456')
  await carer.expectToast('No se pudo entrar', 'Ese código no vale.')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await field.fill(nextCode(secret))
  await expect(carer.tabBar).toBeVisible()
  await expect(otherTab.getByRole('navigation', { name: 'Secciones' })).toBeVisible()
})

test('turning it on closes the other phone’s session; turning it off leaves the password alone', async ({
  carer,
  newPhone,
  page,
}) => {
  const partner = await newPhone()
  await turnOn(carer)
  await expect(partner.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible({ timeout: 40_000 })

  await toggle(page).click()
  const question = page.getByRole('alertdialog', { name: '¿Desactivar la verificación?' })
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await carer.expectToast('Verificación desactivada')
  await expect(toggle(page)).not.toBeChecked()
  await carer.signOut()
  await carer.signInHere()
})

test('who leaves while the code is being looked at hears no more of it', async ({ carer, page, context }) => {
  await carer.goTo('Plan')
  await toggle(page).click()
  const answer = await hold(context, '**/verify')
  const asked = page.waitForRequest('**/verify')
  await page.getByLabel('Código de seis números').fill('000000')
  await asked
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const answered = page.waitForResponse('**/verify')
  answer()
  await (await answered).finished()
  await atRest(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(toggle(page)).not.toBeChecked()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
})

test('the way back out of the code’s screen is signing out', async ({ carer, page }) => {
  await turnOn(carer)
  await carer.signOut()
  await carer.enterPassword()
  await expect(page.getByRole('heading', { name: 'Escribe tu código' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('who gives up at the code, after a session that ended, loses nothing that waited to be sent', async ({
  carer,
  page,
  server,
}) => {
  const secret = await turnOn(carer)
  await carer.goTo('Diario')
  await carer.loseApi()
  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
  await endSession(page, server)
  await carer.regainApi()
  const keeps = page.getByText(/lo que anotaste sigue en este dispositivo/)
  await expect(keeps).toBeVisible()
  await carer.enterPassword()
  await expect(page.getByRole('heading', { name: 'Escribe tu código' })).toBeVisible()
  const answer = await hold(page.context(), '**/auth/v1/logout**')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByText(/menos lo que falte por enviar…$/)).toBeVisible()
  answer()
  await expect(
    page.getByText(/^Has cerrado la sesión: aquí solo queda lo que no se había enviado/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Borrar lo no enviado' })).toBeVisible()

  await carer.enterPassword()
  await page.getByLabel('Código de seis números').fill(nextCode(secret))
  await expect(carer.records).toContainText('Hora: 08:20')
  await expect(page.getByRole('img', { name: 'Por enviar' })).toBeHidden()
})

test('deleting the account asks for the code as well', async ({ carer, page, account }) => {
  const secret = await turnOn(carer)
  await page.getByRole('button', { name: 'Eliminar la cuenta' }).click()
  const dialog = page.getByRole('alertdialog', { name: '¿Eliminar la cuenta?' })
  await dialog.getByLabel('Escribe tu email para confirmarlo').fill(account.email)
  await dialog.getByLabel('Tu contraseña').fill(account.password)
  const confirm = dialog.getByRole('button', { name: 'Eliminar todo' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Código de seis números').fill('000000')
  await confirm.click()
  await carer.expectToast('No se ha podido eliminar la cuenta', 'Ese código no vale.')
  // The toast lies over the buttons of the dialog until it is closed.
  await carer.closeToast()
  await dialog.getByLabel('Código de seis números').fill(nextCode(secret))
  await confirm.click()
  await carer.expectToast('Cuenta eliminada')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})
