import type { BrowserContext, Locator, Page } from '@playwright/test'
import { totpCode } from '../../server/testing/totp-code.ts'
import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect, test } from '../kit/carer.ts'
import { mailedCode } from '../kit/mailed.ts'

const NEW_PASSWORD = 'cuna-luna-y-manzanilla'

const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id

const ownToken = (page: Page): Promise<string> =>
  page.evaluate(() => String(JSON.parse(localStorage.getItem('nana-auth') ?? '').access_token))

/** The phone's session is refused as one that began long ago; one that is begun from now on isn't. */
async function growOld(page: Page, context: BrowserContext): Promise<string> {
  const token = await ownToken(page)
  const old = sessionOf(token)
  await context.route(/\/auth\/v1\/(user|factors)/, async (route) => {
    const request = route.request()
    const bearer = request.headers().authorization?.slice('Bearer '.length) ?? ''
    const begins = request.method() === 'POST' && request.url().endsWith('/factors')
    const guarded = begins || request.method() === 'PUT' || request.method() === 'DELETE'
    if (!guarded || sessionOf(bearer) !== old) return route.fallback()
    await route.fulfill({ status: 400, json: { error_code: 'reauthentication_needed', msg: '' } })
  })
  return token
}

const anyMail = (email: string) =>
  `Vale el último que te haya llegado a ${email}. Si en unos minutos no hay ninguno, prueba dentro de una hora.`

async function confirm(sheet: Locator, password: string): Promise<void> {
  await expect(sheet.getByLabel('Tu contraseña')).toBeFocused()
  await sheet.getByLabel('Tu contraseña').fill(password)
  await sheet.getByRole('button', { name: 'Continuar' }).click()
}

test('a new password asks a phone that signed in long ago for the present one, and keeps what was typed', async ({
  carer,
  page,
  context,
  account,
  server,
}) => {
  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
  const token = await growOld(page, context)
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const sheet = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  await sheet.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
  await sheet.getByLabel('Contraseña nueva').press('Enter')
  await expect(sheet).toContainText('Antes de seguir, confirma que eres tú.')
  await expectAccessible(page)
  await expectFitsWidth(page)
  await confirm(sheet, 'otra-cosa')
  await expect(sheet.getByLabel('Tu contraseña')).toHaveAccessibleDescription('La contraseña no es correcta.')

  // Who goes back finds it as it was.
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await expect(sheet.getByLabel('Contraseña nueva')).toHaveValue(NEW_PASSWORD)
  await expect(sheet.getByLabel('Contraseña nueva')).toBeFocused()
  await sheet.getByLabel('Contraseña nueva').press('Enter')
  await confirm(sheet, account.password)
  await carer.expectToast('Contraseña guardada')
  await expect(page.getByRole('dialog')).toBeHidden()

  // The session from before is closed; the phone has the new one, and the diary as it was.
  const apikey = await server.publicKey()
  const answer = await page.request.get(`${server.url}/auth/v1/user`, {
    headers: { apikey, authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(403)
  expect(sessionOf(await ownToken(page))).not.toBe(sessionOf(token))
  await carer.goTo('Diario')
  await expect(carer.records).toHaveCount(1)
  await carer.reload()
  await expect(carer.records).toHaveCount(1)
})

test('another address waits for it too; who has no password gets a code by mail', async ({
  carer,
  page,
  context,
  account,
  server,
}, info) => {
  const email = `new-${info.testId}@example.org`
  await growOld(page, context)
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar email' }).click()
  const sheet = page.getByRole('dialog', { name: 'Cambiar email' })
  await sheet.getByLabel('Email nuevo').fill(email)
  await sheet.getByRole('button', { name: 'Enviar enlaces' }).click()
  await sheet.getByRole('button', { name: 'Recibir un código por email' }).click()
  const code = sheet.getByLabel('Código del email')
  await expect(code).toBeFocused()
  // The server doesn't say whether a mail has left: it says the same of an address that it doesn't know.
  await expect(code).toHaveAccessibleDescription(anyMail(account.email))
  const right = await mailedCode(server, account.email, /Tu enlace/)
  await code.fill(right === '111111' ? '222222' : '111111')
  await carer.expectToast('No se ha podido confirmar', 'Ese código no vale')
  await expect(code).toBeFocused()
  await code.fill(right)
  await carer.expectToast('Mira tus dos emails')
  await expect(page.getByText(`Cambio pendiente a ${email}`).first()).toBeVisible()
})

test('a code that came before can be typed where no more mails can be sent for now', async ({
  carer,
  page,
  context,
  account,
  server,
}, info) => {
  await growOld(page, context)
  await carer.goTo('Plan')
  const sheet = page.getByRole('dialog', { name: 'Cambiar email' })
  const code = sheet.getByLabel('Código del email')
  const askForCode = async () => {
    await page.getByRole('button', { name: 'Cambiar email' }).click()
    await sheet.getByLabel('Email nuevo').fill(`new-${info.testId}@example.org`)
    await sheet.getByRole('button', { name: 'Enviar enlaces' }).click()
    await sheet.getByRole('button', { name: 'Recibir un código por email' }).click()
    await expect(code).toBeFocused()
  }
  await askForCode()
  const right = await mailedCode(server, account.email, /Tu enlace/)
  await page.keyboard.press('Escape')
  const json = { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' }
  const headers = { 'X-Supabase-Api-Version': '2024-01-01' }
  await page.route('**/auth/v1/otp*', (route) => route.fulfill({ status: 429, headers, json }))
  await askForCode()
  await carer.expectToast('No se ha podido confirmar', 'No se ha enviado ningún email')
  await expect(code).toHaveAccessibleDescription(anyMail(account.email))
  await code.fill(right)
  await carer.expectToast('Mira tus dos emails')
})

test('the second factor is turned on and off after it, with its own code where it is on', async ({
  carer,
  page,
  context,
  account,
}) => {
  await growOld(page, context)
  await carer.goTo('Plan')
  const toggle = page.getByRole('switch', { name: 'Verificación en dos pasos' })
  const sheet = page.getByRole('dialog', { name: 'Verificación en dos pasos' })
  await toggle.click()
  await confirm(sheet, account.password)
  const secret = (await sheet.locator('code').textContent()) ?? ''
  await sheet.getByLabel('Código de seis números').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Ya los tengo' }).click()
  await carer.expectToast('Verificación activada')

  await growOld(page, context)
  await toggle.click()
  const question = page.getByRole('alertdialog', { name: '¿Desactivar la verificación?' })
  await question.getByRole('button', { name: 'Desactivar' }).click()
  const again = page.getByRole('dialog', { name: '¿Desactivar la verificación?' })
  await confirm(again, account.password)
  const code = again.getByLabel('Código de seis números')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await carer.expectToast('No se ha podido confirmar', 'Ese código no vale.')
  // Each code counts once: the one that turned it on is spent, the next one is accepted already.
  await code.fill(totpCode(secret, Date.now() / 1000 + 30))
  await carer.expectToast('Verificación desactivada')
  await expect(toggle).not.toBeChecked()
  await expect(carer.tabBar).toBeVisible()
})

test('who lost the application turns the second factor off with a recovery code', async ({
  carer,
  page,
  context,
  account,
}) => {
  await carer.goTo('Plan')
  const toggle = page.getByRole('switch', { name: 'Verificación en dos pasos' })
  await toggle.click()
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByLabel('Código de seis números').fill(totpCode(secret))
  const written = await page.getByRole('alertdialog').locator('code').first().textContent()
  await page.getByRole('button', { name: 'Ya los tengo' }).click()

  await growOld(page, context)
  await toggle.click()
  const question = page.getByRole('alertdialog', { name: '¿Desactivar la verificación?' })
  await question.getByRole('button', { name: 'Desactivar' }).click()
  const again = page.getByRole('dialog', { name: '¿Desactivar la verificación?' })
  await confirm(again, account.password)
  await again
    .getByRole('button', { name: 'He perdido la aplicación: usar un código de recuperación' })
    .click()
  const code = again.getByLabel('Código de recuperación')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await expectFitsWidth(page)
  await code.fill('aaaa-bbbb-cccc-dddd')
  await code.press('Enter')
  await carer.expectToast('No se ha podido confirmar', 'Ese código no vale, o ya se usó.')
  await expect(code).toHaveValue('aaaa-bbbb-cccc-dddd')
  await code.fill(written ?? '')
  await code.press('Enter')
  await carer.expectToast('Verificación desactivada')
  await expect(toggle).not.toBeChecked()
})
