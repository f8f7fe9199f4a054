import { expect, test } from './carer.ts'
import { mailedCode } from './mailed.ts'

test.use({ settings: { AUTH_CURRENT_PASSWORD: 'on' } })

const NEW_PASSWORD = 'cuna-luna-y-manzanilla'

test('a new password is asked for the old one, and for a mailed code, where the server wants them', async ({
  carer,
  page,
  context,
  server,
  account,
}) => {
  // As to a session that is a day old.
  await context.route('**/auth/v1/user*', async (route) => {
    const change = route.request().postDataJSON()
    if (!change?.password || change.nonce) return route.continue()
    await route.fulfill({ status: 400, json: { error_code: 'reauthentication_needed', msg: '' } })
  })
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
  const save = page.getByRole('button', { name: 'Guardar contraseña' })
  await save.click()

  const code = page.getByLabel('Código del email')
  await expect(code).toBeFocused()
  await expect(page.getByRole('dialog')).toContainText(`Te lo hemos enviado a ${account.email}.`)
  await code.fill(await mailedCode(server, account.email))

  const current = page.getByLabel('Contraseña de ahora')
  await expect(current).toBeFocused()
  await current.fill('otra-cosa')
  await save.click()
  await carer.expectToast('No se pudo guardar', 'La contraseña de ahora no es correcta.')
  await current.fill(account.password)
  await save.click()
  await carer.expectToast('Contraseña guardada')
  await expect(page.getByRole('dialog')).toBeHidden()
})
