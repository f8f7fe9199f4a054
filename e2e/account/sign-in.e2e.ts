import type { Page } from '@playwright/test'
import { hold } from '../kit/answers.ts'
import { expect, test } from '../kit/carer.ts'

test.describe('the login', () => {
  test('asks for email and password, names who makes accounts, and links to the website', async ({
    phone: carer,
    page,
  }) => {
    await carer.open()
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Contraseña')).toHaveAttribute('type', 'password')
    await expect(page.getByText('Las cuentas las crea manualmente un administrador.')).toBeVisible()
    const website = page.getByRole('link', { name: 'Visitar nuestra web' })
    await expect(website).toHaveAttribute('href', 'https://www.bsc.example/')
    await expect(website).toHaveAttribute('target', '_blank')
    await page.getByRole('button', { name: 'Mostrar' }).click()
    // The button works, so the script has started, and the screen is still the login.
    await expect(page.getByRole('button', { name: 'Ocultar' })).toBeVisible()
    await expect(carer.tabBar).toBeHidden()
    const box = await page.getByRole('button', { name: 'Cambiar tema' }).boundingBox()
    expect(box?.x).toBeLessThan(20)
  })

  test('sends nothing without an email that is one, or without a password', async ({
    phone: carer,
    page,
    account,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/token')) sent.push(request.url())
    })
    await carer.open()
    for (const { email, password, wrong } of [
      { email: '', password: account.password, wrong: 'Email' },
      { email: 'lucia', password: account.password, wrong: 'Email' },
      { email: account.email, password: '', wrong: 'Contraseña' },
    ]) {
      await carer.enterPassword({ email, password })
      await expect(page.getByLabel(wrong)).toBeFocused()
    }
    expect(sent).toEqual([])
  })

  test('a wrong password says so in a toast; the form comes back with the email kept and no words of its own', async ({
    phone: carer,
    page,
    account,
  }) => {
    await carer.open()
    const words = await page.locator('form').innerText()
    await carer.enterPassword({ ...account, password: 'no-es-esta' })
    await carer.expectToast('Sign in Failed', 'El email o la contraseña no son correctos.')
    await expect(page.getByLabel('Email')).toBeEnabled()
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
    await expect(page.getByLabel('Contraseña')).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeEnabled()
    expect(await page.locator('form').innerText()).toBe(words)
  })

  for (const { name, status, answer, says } of [
    { name: 'why', status: 400, answer: { msg: 'Mantenimiento' }, says: 'Mantenimiento' },
    { name: 'nothing', status: 500, answer: {}, says: 'Something went wrong' },
  ]) {
    test(`a server that refuses and says ${name}: «${says}»`, async ({ phone: carer, context }) => {
      await context.route('**/auth/v1/token**', (route) => route.fulfill({ status, json: answer }))
      await carer.open()
      await carer.enterPassword()
      await carer.expectToast('Sign in Failed', says)
    })
  }

  test('without a connection it says so', async ({ phone: carer, page }) => {
    await carer.open()
    await carer.loseApi()
    await carer.enterPassword()
    await carer.expectToast('Sign in Failed', 'No hay conexión con el servidor.')
    await carer.regainApi()
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(carer.tabBar).toBeVisible()
  })

  test('while it signs in, the fields are disabled and the button says so', async ({
    phone: carer,
    page,
    context,
  }) => {
    const release = await hold(context, '**/auth/v1/token**')
    await carer.open()
    await carer.enterPassword()
    await expect(page.getByRole('button', { name: 'Iniciando...' })).toBeDisabled()
    await expect(page.getByLabel('Email')).toBeDisabled()
    await expect(page.getByLabel('Contraseña')).toBeDisabled()
    release()
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
    await expect(page.getByLabel('Contraseña')).toBeHidden()
  })
})

test('a visitor asks for a trial by e-mail', async ({ phone: carer, page }) => {
  const opened = await watchMailClient(page)
  await carer.open()
  const ask = page.getByRole('button', { name: 'Solicitar prueba de 30 días' })
  const dialog = page.getByRole('dialog', { name: 'Solicitar prueba de 30 días' })
  const send = dialog.getByRole('button', { name: 'Enviar Solicitud' })
  await ask.click()
  await expect(dialog.getByLabel('Email')).toHaveAttribute('required')

  await test.step('an empty email is a toast, and the dialog stays', async () => {
    await send.click()
    await carer.expectToast('Error', 'Por favor, introduce tu email.')
    await expect(dialog).toBeVisible()
  })
  await test.step('what is no email keeps the dialog too, and opens no mail program', async () => {
    await dialog.getByLabel('Email').fill('visita')
    await send.click()
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await expect(dialog).toBeVisible()
    expect(opened).toEqual([])
  })
  await test.step('«Cancelar» sends nothing', async () => {
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    expect(opened).toEqual([])
  })
  await test.step('a real email opens the mail program with everything filled in', async () => {
    await ask.click()
    await dialog.getByLabel('Email').fill('visita@example.org')
    await send.click()
    await expect(dialog).toBeHidden()
    await carer.expectToast(
      '¡Solicitud enviada!',
      'Serás redirigido a tu cliente de correo para enviar la solicitud.',
    )
    await expect.poll(() => opened).toHaveLength(1)
    const mail = new URL(opened[0] ?? '')
    expect(mail.protocol + mail.pathname).toBe('mailto:soporte@bsc.example')
    expect(mail.searchParams.get('subject')).toBe('Solicitud de prueba de 30 días')
    expect(mail.searchParams.get('body')).toMatch(/prueba de 30 días.*visita@example\.org/s)
  })
  await test.step('opened again, the field is empty', async () => {
    await ask.click()
    await expect(dialog.getByLabel('Email')).toHaveValue('')
  })
})

test('the theme follows the phone until it is chosen, and is then remembered', async ({ carer, page }) => {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Cambiar tema' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await carer.reload()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Cambiar tema' }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('another brand shows its own logo and name', async ({ phone: carer, page, context }) => {
  await context.route(
    (url) => url.pathname === '/',
    async (route) => {
      const answer = await route.fetch()
      const page = (await answer.text())
        .replaceAll(/( data-logo=| src=|"light":)"\/logo-light.svg"/g, '$1"/sueños.svg"')
        .replaceAll(/( src=|"dark":)"\/logo-dark.svg"/g, '$1"/noches.svg"')
        .replaceAll(/(alt=|aria-label=|"product":)"Nana"/g, '$1"Sueños"')
      await route.fulfill({ response: answer, body: page })
    },
  )
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><path d="M0 0h90v30H0Z"/></svg>'
  await context.route(/\.svg$/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }))
  const logo = page.getByRole('img', { name: 'Sueños' })
  async function expectOurs() {
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(logo).toHaveAttribute('src', '/sueños.svg')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(logo).toHaveAttribute('src', '/noches.svg')
  }
  await carer.open()
  await expectOurs()
  await carer.signInByForm()
  await expectOurs()
  expect(carer.consoleErrors).toEqual([])
})

/** Collects the addresses that the page hands to the phone's mail program. */
async function watchMailClient(page: Page): Promise<string[]> {
  const opened: string[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.startsWith('mailto:')) opened.push(url)
  })
  return opened
}
