import { Carer, expect, test } from './carer.ts'

test('a wrong password says so in a toast; the form comes back with the email kept', async ({
  page,
  context,
  server,
  account,
}) => {
  const carer = new Carer(page, context, server)
  await carer.open()
  await expect(page.getByText('Las cuentas las crea manualmente un administrador.')).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Contraseña').fill('no-es-esta')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await carer.expectToast('Sign in Failed', 'El email o la contraseña no son correctos.')
  await expect(page.getByLabel('Email')).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeEnabled()
})

test('while it signs in, the fields are disabled and the button says so', async ({
  page,
  context,
  server,
  account,
}) => {
  const carer = new Carer(page, context, server)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/auth/v1/token**', async (route) => {
    await held
    await route.continue()
  })
  await carer.open()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Contraseña').fill(account.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciando...' })).toBeDisabled()
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByLabel('Contraseña')).toBeDisabled()
  release()
  await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
})

test('a visitor asks for a trial by e-mail', async ({ page, context, server }) => {
  const carer = new Carer(page, context, server)
  await carer.open()
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  const dialog = page.getByRole('dialog', { name: 'Solicitar prueba de 30 días' })
  await dialog.getByRole('button', { name: 'Enviar Solicitud' }).click()
  await carer.expectToast('Error', 'Por favor, introduce tu email.')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Email').fill('visita@example.org')
  await dialog.getByRole('button', { name: 'Enviar Solicitud' }).click()
  await expect(dialog).toBeHidden()
  await carer.expectToast(
    '¡Solicitud enviada!',
    'Serás redirigido a tu cliente de correo para enviar la solicitud.',
  )
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('')
})

test('the theme follows the phone until it is chosen, and is then remembered', async ({ carer }) => {
  const { page } = carer
  const theme = () => page.locator('html').getAttribute('data-theme')
  expect(await theme()).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
  await page.getByRole('button', { name: 'Cambiar tema' }).locator('visible=true').click()
  await expect.poll(theme).toBe('light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await carer.reload()
  expect(await theme()).toBe('light')
})

test('signing out leaves nothing of the baby on the phone', async ({ carer }) => {
  const { page } = carer
  await page.getByLabel('A qué hora despertó?').fill('08:20')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(carer.records).toHaveCount(1)
  await expect(page.getByText('por enviar')).toBeHidden()
  await page.getByRole('button', { name: 'Cerrar sesión' }).locator('visible=true').click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map((database) => database.name),
    storage: Object.keys(localStorage).filter((key) => key !== 'theme'),
  }))
  expect(left).toEqual({ databases: [], storage: [] })
})

test('another account on the same phone never sees the first one’s day', async ({ carer, server }) => {
  const { page } = carer
  await page.getByLabel('A qué hora despertó?').fill('08:20')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(carer.records).toHaveCount(1)
  await page.getByRole('button', { name: 'Cerrar sesión' }).locator('visible=true').click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await carer.signIn(await server.createAccount(`other-${Date.now()}@example.org`))
  await expect(carer.records).toHaveCount(0)
})
