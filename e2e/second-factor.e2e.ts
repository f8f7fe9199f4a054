import type { Page } from '@playwright/test'
import { totpCode } from '../supabase/tests/totp-code.ts'
import { atRest } from './accessible.ts'
import { type Carer, expect, test } from './carer.ts'
import { hold } from './hold.ts'
import { endSession } from './phone-session.ts'

const STEP_SECONDS = 30
const now = () => Date.now() / 1000

/** Each code counts once: the one that turned it on is spent, the next one is accepted already. */
const nextCode = (secret: string) => totpCode(secret, now() + STEP_SECONDS)

const toggle = (page: Page) => page.getByRole('switch', { name: 'Verificación en dos pasos' })

async function turnOn(carer: Carer): Promise<string> {
  const { page } = carer
  await carer.goTo('Plan')
  await expect(toggle(page)).not.toBeChecked()
  let begun = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/factors')) begun += 1
  })
  // Two taps are one: a second secret would make the drawing of the first worthless.
  await toggle(page).dblclick()
  const sheet = page.getByRole('dialog', { name: 'Verificación en dos pasos' })
  const drawing = sheet.getByRole('img', { name: 'Código QR para la aplicación de códigos' })
  await expect(drawing).toBeVisible()
  // Really drawn: a broken address would leave it without a size of its own.
  expect(await drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const secret = (await sheet.locator('code').textContent()) ?? ''
  await sheet.getByLabel('Código de seis números').fill('000000')
  await carer.expectToast('No se ha podido cambiar', 'Ese código no vale.')
  await expect(sheet.getByLabel('Código de seis números')).toBeFocused()
  expect(begun).toBe(1)
  await sheet.getByLabel('Código de seis números').fill(totpCode(secret, now()))
  await carer.expectToast('Verificación activada')
  await expect(toggle(page)).toBeChecked()
  return secret
}

test('with a second factor the password alone opens nothing; the code does, in every tab', async ({
  carer,
  page,
  context,
  server,
  account,
}) => {
  const secret = await turnOn(carer)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const otherTab = await context.newPage()
  await otherTab.goto(server.url)

  await carer.enterPassword(account)
  for (const tab of [page, otherTab]) {
    await expect(tab.getByRole('heading', { name: 'Escribe tu código' })).toBeVisible()
    await expect(carer.tabBar).toBeHidden()
  }
  // Not a matter of the screen alone: a reload asks again.
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
  account,
}) => {
  const partner = await newPhone()
  await turnOn(carer)
  await expect(partner.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible({ timeout: 40_000 })

  await toggle(page).click()
  const question = page.getByRole('alertdialog', { name: '¿Desactivar la verificación?' })
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await carer.expectToast('Verificación desactivada')
  await expect(toggle(page)).not.toBeChecked()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await carer.signIn(account)
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

test('the way back out of the code’s screen is signing out', async ({ carer, page, account }) => {
  await turnOn(carer)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await carer.enterPassword(account)
  await expect(page.getByRole('heading', { name: 'Escribe tu código' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('who gives up at the code, after a session that ended, loses nothing that waited to be sent', async ({
  carer,
  page,
  account,
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
  await carer.enterPassword(account)
  await expect(page.getByRole('heading', { name: 'Escribe tu código' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(keeps).toBeVisible()

  await carer.enterPassword(account)
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
  // It lies over the buttons of the dialog until it goes.
  await carer.closeToast()
  await dialog.getByLabel('Código de seis números').fill(nextCode(secret))
  await confirm.click()
  await carer.expectToast('Cuenta eliminada')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})
