import type { Page } from '@playwright/test'
import { hold } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { mailedCode, mailedLink, pressMailedLink } from '../kit/mailed.ts'
import { test } from '../kit/seed.ts'
import type { ServerProcess } from '../kit/server-process.ts'

const NEW_PASSWORD = 'cuna-luna-y-manzanilla'

/** Invites an address over HTTP, as the administrator's own programs would. */
async function invite(server: ServerProcess, email: string): Promise<void> {
  const key = await server.serviceKey()
  const answer = await fetch(`${server.url}/auth/v1/invite`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(answer.status).toBe(200)
}

async function chooseNewPassword(page: Page, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('Contraseña nueva').fill(password)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
}

test('who forgot the password gets a mail, sets a new one, and is in, in every open tab', async ({
  phone,
  context,
  server,
  account,
}) => {
  const { page } = phone
  await phone.open()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  const sheet = page.getByRole('dialog', { name: '¿Olvidaste tu contraseña?' })
  await expect(sheet.getByLabel('Email')).toHaveValue(account.email)
  await sheet.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByRole('dialog', { name: 'Mira tu email' })).toContainText(account.email)

  const mailTab = await context.newPage()
  await pressMailedLink(mailTab, await mailedLink(server, account.email, /contraseña/i))
  for (const tab of [mailTab, page]) {
    await expect(tab.getByRole('heading', { name: 'Pon una contraseña nueva' })).toBeVisible()
    await expect(tab.getByRole('navigation', { name: 'Secciones' })).toBeHidden()
  }
  expect(mailTab.url()).toBe(`${server.url}/`)
  // Who leaves the question for later is asked again: a reload must not lead past it.
  await mailTab.reload()
  await mailTab.getByLabel('Contraseña nueva').fill('12345678')
  await mailTab.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(mailTab.getByLabel('Contraseña nueva')).toHaveAccessibleDescription(/fácil de adivinar/)
  await chooseNewPassword(mailTab)
  await expect(mailTab.getByRole('navigation', { name: 'Secciones' })).toBeVisible()
  await expect(phone.tabBar).toBeVisible()

  await phone.signOut()
  await phone.signInHere({ email: account.email, password: NEW_PASSWORD })
})

test('who asks for an address without an account is told the same, and no mail is sent', async ({
  phone,
  server,
  account,
}) => {
  const { page } = phone
  await phone.open()
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  const sheet = page.getByRole('dialog', { name: '¿Olvidaste tu contraseña?' })
  await sheet.getByLabel('Email').fill('nadie@example.org')
  await sheet.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByRole('dialog', { name: 'Mira tu email' })).toContainText('Si hay una cuenta con')
  const apikey = await server.publicKey()
  await page.request.post(`${server.url}/auth/v1/recover`, {
    data: { email: account.email },
    headers: { apikey },
  })
  // Mails are sent after the answer, in the order in which they were asked for.
  await mailedLink(server, account.email, /contraseña/i)
  expect(server.mailsTo('nadie@example.org')).toEqual([])
})

test('a request that was cancelled opens nothing for the address it was for', async ({
  phone,
  context,
  account,
}) => {
  const { page } = phone
  const mistyped = `x${account.email}`
  await phone.open()
  const answer = await hold(context, '**/auth/v1/recover*')
  await page.getByLabel('Email').fill(mistyped)
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  const sheet = page.getByRole('dialog', { name: '¿Olvidaste tu contraseña?' })
  await sheet.getByRole('button', { name: 'Enviar enlace' }).click()
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  const answered = page.waitForResponse('**/auth/v1/recover*')
  answer()
  await (await answered).finished()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(sheet.getByLabel('Email')).toHaveValue(account.email)
  await sheet.getByRole('button', { name: 'Enviar enlace' }).click()
  const sent = page.getByRole('dialog', { name: 'Mira tu email' })
  await expect(sent).toContainText(account.email)
  await expect(sent).not.toContainText(mistyped)
})

test('the code of the forgotten password’s mail does what its link does, without leaving the app', async ({
  phone,
  server,
  account,
}) => {
  const { page } = phone
  await phone.open()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  const code = await mailedCode(server, account.email, /contraseña/i)
  const field = page.getByLabel('Código del email')
  await expect(field).toBeFocused()
  await field.fill(code === '111111' ? '222222' : '111111')
  await phone.expectToast('No se pudo continuar', 'Ese código no vale')
  await expect(field).toBeFocused()
  await field.fill(code)
  await expect(page.getByRole('heading', { name: 'Pon una contraseña nueva' })).toBeVisible()
  // Who remembers the old password meanwhile may keep it.
  await chooseNewPassword(page, account.password)
  await phone.expectToast('Contraseña guardada')
  await expect(phone.tabBar).toBeVisible()
})

test('the link of a mail counts once', async ({ phone, page, server, account }) => {
  await phone.open()
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  const sheet = page.getByRole('dialog', { name: '¿Olvidaste tu contraseña?' })
  await sheet.getByLabel('Email').fill(account.email)
  await sheet.getByRole('button', { name: 'Enviar enlace' }).click()
  const link = await mailedLink(server, account.email, /contraseña/i)
  await pressMailedLink(page, link)
  await chooseNewPassword(page)
  await expect(phone.tabBar).toBeVisible()
  await phone.signOut()
  await phone.whenSignedOut()
  await pressMailedLink(page, link)
  await expect(page.getByRole('heading', { name: 'Este enlace ya no vale' })).toBeVisible()
  await page.getByRole('button', { name: 'Ir al inicio de sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('who is invited chooses the first password', async ({ phone, server }, info) => {
  const { page } = phone
  const email = `invited-${info.testId}@example.org`
  await invite(server, email)
  await pressMailedLink(page, await mailedLink(server, email))
  await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
  await chooseNewPassword(page)
  await expect(phone.tabBar).toBeVisible()
})

test('a link for another account waits until the one that is signed in has left', async ({
  carer,
  page,
  server,
  account,
}, info) => {
  const email = `invited-too-${info.testId}@example.org`
  await invite(server, email)
  await page.goto(await mailedLink(server, email))
  await carer.expectToast('Este enlace es de otra cuenta', account.email)
  await expect(carer.tabBar).toBeVisible()
  await carer.signOut()
  await page.getByRole('button', { name: 'Elegir mi contraseña' }).click()
  await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
})

test.describe('the account card', () => {
  test('changes the password, and the old one is none any more', async ({ carer, page, account, server }) => {
    await carer.goTo('Plan')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await page.getByLabel('Contraseña nueva').fill(account.password)
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await carer.expectToast('No se pudo guardar', 'Ya era tu contraseña')
    await chooseNewPassword(page)
    await carer.expectToast('Contraseña guardada')
    await expect(page.getByRole('dialog')).toBeHidden()
    const apikey = await server.publicKey()
    const answer = (password: string) =>
      page.request.post(`${server.url}/auth/v1/token?grant_type=password`, {
        data: { email: account.email, password },
        headers: { apikey },
      })
    expect((await answer(account.password)).status()).toBe(400)
    expect((await answer(NEW_PASSWORD)).status()).toBe(200)
  })

  test('changes the email once both mailboxes agree', async ({ carer, page, account, server }, info) => {
    const email = `new-${info.testId}@example.org`
    await carer.goTo('Plan')
    await page.getByRole('button', { name: 'Cambiar email' }).click()
    const sheet = page.getByRole('dialog', { name: 'Cambiar email' })
    await expect(sheet).toContainText(account.email)
    await sheet.getByLabel('Email nuevo').fill(account.email.toUpperCase())
    await sheet.getByRole('button', { name: 'Enviar enlaces' }).click()
    await carer.expectToast('No se ha podido cambiar', 'Ya es tu email.')
    await sheet.getByLabel('Email nuevo').fill(email)
    await sheet.getByRole('button', { name: 'Enviar enlaces' }).click()
    await carer.expectToast('Mira tus dos emails')

    await pressMailedLink(page, await mailedLink(server, account.email))
    await carer.expectToast('Email confirmado', 'Falta el enlace')
    await pressMailedLink(page, await mailedLink(server, email))
    await carer.expectToast('Tu email ha cambiado')
    await carer.goTo('Plan')
    await page.getByRole('button', { name: 'Cambiar email' }).click()
    await expect(page.getByRole('dialog', { name: 'Cambiar email' })).toContainText(email)
  })

  test('closes the other sessions and keeps this one', async ({ carer, newPhone, page }) => {
    const partner = await newPhone()
    await carer.goTo('Plan')
    await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesiones' }).click()
    await carer.expectToast('Solo queda esta sesión')
    await expect(partner.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible({
      timeout: 40_000,
    })
    await carer.reload()
  })

  test('says without network that nothing changed', async ({ carer, page }) => {
    await carer.goTo('Plan')
    const secondFactor = page.getByRole('switch', { name: 'Verificación en dos pasos' })
    await expect(secondFactor).toBeVisible()
    await carer.loseApi()
    await secondFactor.click()
    await carer.expectToast('No se ha podido cambiar', 'No hay conexión con el servidor.')
  })
})
