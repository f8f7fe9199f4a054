import type { Page } from '@playwright/test'
import { expect, test } from '../kit/carer.ts'
import { mailedCode } from '../kit/mailed.ts'

// Their server is set otherwise, so one worker starts it for all of them.
test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 375, height: 667 }, settings: { AUTH_MAIL_INTERVAL: '0' } })

/** Asks for another address, on the plan's screen. */
async function askForChange(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Cambiar email' }).tap()
  await page.getByLabel('Email nuevo').fill(email)
  await page.getByRole('button', { name: 'Enviar enlaces' }).tap()
}

test('«Cuenta» is 2 taps from the diary', async ({ carer, page }) => {
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cuenta', exact: true }).tap()
  const heading = page.getByRole('heading', { name: 'Cuenta' })
  await expect(heading).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Cambiar contraseña' })).toBeInViewport({ ratio: 1 })
  await expect(heading.getByText('Cuenta')).toBeFocused()
})

test('the address changes by the codes of both mails, typed in «Cuenta» one after the other: 4 taps', async ({
  carer,
  page,
  server,
  account,
}, info) => {
  const email = `new-${info.testId}@example.org`
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cuenta', exact: true }).tap()
  await askForChange(page, email)
  const sheet = page.getByRole('dialog', { name: `Cambio pendiente a ${email}` })
  const field = sheet.getByLabel('Código del email')
  const [fromOld, fromNew] = await Promise.all([account.email, email].map((to) => mailedCode(server, to)))

  await field.fill(fromOld === '000000' || fromNew === '000000' ? '999999' : '000000')
  await carer.expectToast('No se ha podido cambiar', 'Ese código no vale')
  await field.fill(fromOld ?? '')
  await expect(sheet.getByRole('status').filter({ hasText: 'Falta el código del otro email.' })).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(fromNew ?? '')
  await carer.expectToast('Tu email ha cambiado')
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Cambio pendiente')).toHaveCount(0)
  await carer.signOut()
  await carer.signInHere({ email, password: account.password })
})

test('a pending change is shown, sent again with new codes, and withdrawn', async ({
  carer,
  page,
  server,
  account,
}, info) => {
  const email = `never-${info.testId}@example.org`
  await carer.goTo('Plan')
  await askForChange(page, email)
  const sheet = page.getByRole('dialog', { name: `Cambio pendiente a ${email}` })
  await expect(sheet).toBeVisible()
  const first = await mailedCode(server, email)
  await sheet.locator('form').getByRole('button', { name: 'Cerrar', exact: true }).tap()
  await carer.reload()
  await carer.goTo('Plan')
  await expect(page.getByText(`Cambio pendiente a ${email}`)).toBeVisible()

  await page.getByRole('button', { name: 'Cambiar email' }).tap()
  await sheet.getByLabel('Código del email').fill(first ?? '')
  const half = sheet.getByText('Falta el código del otro email.')
  await expect(half).toBeVisible()
  await sheet.getByRole('button', { name: 'Reenviar los emails' }).tap()
  await carer.expectToast('Mira tus dos emails')
  // The code that was entered counts no more, so both are missing again.
  await expect(half).toHaveCount(0)
  await expect.poll(() => server.mailsTo(email).length).toBe(2)
  const second = await mailedCode(server, email)
  await expect.poll(() => server.mailsTo(account.email)).toHaveLength(2)

  await sheet.getByRole('button', { name: 'Cancelar el cambio' }).tap()
  await carer.expectToast('Cambio cancelado')
  await expect(page.getByText('Cambio pendiente')).toHaveCount(0)
  const apikey = await server.publicKey()
  for (const token of [first, second]) {
    const answer = await page.request.post(`${server.url}/auth/v1/verify`, {
      data: { type: 'email_change', email, token },
      headers: { apikey },
    })
    expect(answer.status()).toBe(403)
  }
})

test('a double tap sends the mails once, and withdraws once', async ({ carer, page }, info) => {
  const email = `twice-${info.testId}@example.org`
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/'))
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  const twice = (name: string) =>
    sheet.getByRole('button', { name }).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
  await carer.goTo('Plan')
  await askForChange(page, email)
  const sheet = page.getByRole('dialog', { name: `Cambio pendiente a ${email}` })
  await expect(sheet).toBeVisible()
  sent.length = 0

  const answered = page.waitForResponse(/\/auth\/v1\/resend/)
  await twice('Reenviar los emails')
  await answered
  expect(sent.filter((call) => call === 'POST /auth/v1/resend')).toHaveLength(1)
  await expect(sheet.getByRole('button', { name: 'Cancelar el cambio' })).toBeEnabled()
  await twice('Cancelar el cambio')
  await carer.expectToast('Cambio cancelado')
  expect(sent.filter((call) => call === 'PUT /auth/v1/user')).toHaveLength(1)
})
