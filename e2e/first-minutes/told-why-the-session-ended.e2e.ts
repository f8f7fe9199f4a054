import { expect, test } from '../kit/carer.ts'

test.use({ viewport: { width: 375, height: 667 } })

const NEW_PASSWORD = 'cuna-luna-y-manzanilla'
/** The other phone hears of it only with its next question to the server. */
const SOON = { timeout: 40_000 }

test('one carer changes the password; the other phone says so, and goes on with 1 tap and nothing lost', async ({
  carer,
  newPhone,
  account,
}) => {
  const partner = await newPhone()
  await partner.loseApi()
  await partner.logWakeUp('07:40')
  await expect(partner.seen('Sin conexión · 1 registro por enviar')).toBeVisible()

  await carer.goTo('Plan')
  await carer.page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await carer.page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
  await carer.page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await carer.expectToast('Contraseña guardada')

  await partner.regainApi()
  const { page } = partner
  await expect(
    page.getByText(
      'La contraseña se cambió en otro dispositivo. Entra con la nueva: aquí solo queda lo que no se había enviado, y te espera al entrar.',
    ),
  ).toBeVisible(SOON)
  await expect(page.getByText('caducado')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.getByLabel('Contraseña').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).tap()
  await expect(partner.records).toContainText('Hora: 07:40')
  await carer.goTo('Diario')
  await expect(carer.records).toContainText('Hora: 07:40')
})

test('who is signed out from the other phone is told so, after a reload too', async ({ carer, newPhone }) => {
  const partner = await newPhone()
  await carer.goTo('Plan')
  await carer.page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
  await carer.page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesiones' }).click()
  const told = partner.page.getByText('Se cerró la sesión desde otro dispositivo.')
  await expect(told).toBeVisible(SOON)
  await partner.page.reload()
  await expect(told).toBeVisible()
})

for (const { name, command, says } of [
  { name: 'puts another password', command: 'reset-password', says: 'Te han puesto una contraseña nueva.' },
  { name: 'disables the account', command: 'disable-user', says: 'Esta cuenta está desactivada. Escribe a ' },
] as const) {
  test(`when the administrator ${name}, the phone says that`, async ({ carer, server, account }) => {
    await server.admin(command, account.email)
    await expect(carer.page.getByText(says)).toBeVisible(SOON)
    await carer.page.reload()
    await expect(carer.page.getByText(says)).toBeVisible()
    await expect(carer.page.getByLabel('Email')).toHaveValue(account.email)
  })
}
