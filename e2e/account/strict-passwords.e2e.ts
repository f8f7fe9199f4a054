import { expect, test } from '../kit/carer.ts'
import { mailedCode, mailedLink, pressMailedLink } from '../kit/mailed.ts'

// Their server is set otherwise, so one worker starts it for all of them.
test.describe.configure({ mode: 'default' })
test.use({ settings: { AUTH_CURRENT_PASSWORD: 'on' } })

const NEW_PASSWORD = 'cuna-luna-y-manzanilla'

test('a new password is asked for the old one where the server wants it', async ({
  carer,
  page,
  account,
}) => {
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
  const save = page.getByRole('button', { name: 'Guardar contraseña' })
  await save.click()

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

test('who forgot it and took too long to choose another is mailed a code', async ({
  phone,
  context,
  server,
  account,
}) => {
  const { page } = phone
  // As to a session that is older than ten minutes.
  await context.route('**/auth/v1/user*', async (route) => {
    const change = route.request().postDataJSON()
    if (!change?.password || change.nonce) return route.continue()
    await route.fulfill({ status: 400, json: { error_code: 'reauthentication_needed', msg: '' } })
  })
  await phone.open()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await pressMailedLink(page, await mailedLink(server, account.email, /contraseña/i))
  await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  const code = page.getByLabel('Código del email')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(`Te lo hemos enviado a ${account.email}.`)
  await code.fill(await mailedCode(server, account.email, /es tu código/))
  await phone.expectToast('Contraseña guardada')
  await expect(phone.tabBar).toBeVisible()
})
