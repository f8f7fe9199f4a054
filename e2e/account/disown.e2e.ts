import { totpCode } from '../../server/testing/totp-code.ts'
import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect, test } from '../kit/carer.ts'
import { mailedCode, mailedLink } from '../kit/mailed.ts'

const STRANGERS_PASSWORD = 'cuna-luna-y-manzanilla'
const OWNERS_PASSWORD = 'tres-mantas-y-un-oso'

test('who finds a second factor that isn’t theirs closes everything by the mail, and comes back with what was noted', async ({
  carer,
  newPhone,
  page,
  server,
  account,
}) => {
  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
  const stranger = await newPhone()
  await stranger.goTo('Plan')
  await stranger.page.getByRole('switch', { name: 'Verificación en dos pasos' }).click()
  const secret = (await stranger.page.getByRole('dialog').locator('code').textContent()) ?? ''
  await stranger.page.getByLabel('Código de seis números').fill(totpCode(secret))
  await stranger.page.getByRole('button', { name: 'Ya los tengo' }).click()
  await stranger.expectToast('Verificación activada')
  await stranger.page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await stranger.page.getByLabel('Contraseña nueva').fill(STRANGERS_PASSWORD)
  await stranger.page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await stranger.expectToast('Contraseña guardada')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible({ timeout: 40_000 })

  const link = await mailedLink(server, account.email, /Verificación en dos pasos activada/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: '¿No has sido tú?' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.reload()
  const press = page.getByRole('button', { name: 'Cerrar todas las sesiones' })
  await expect(press).toBeVisible()
  await expectAccessible(page)
  await expectFitsWidth(page)
  await press.click()
  await expect(page.getByRole('heading', { name: 'Todo cerrado' })).toBeVisible()
  await expectAccessible(page)
  await expect(stranger.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible({ timeout: 40_000 })
  await stranger.enterPassword({ ...account, password: STRANGERS_PASSWORD })
  await stranger.expectToast('Sign in Failed', 'no son correctos')

  await page.getByRole('button', { name: 'Elegir otra contraseña' }).click()
  await page.getByLabel('Código del email').fill(await mailedCode(server, account.email, /Elige una/))
  await page.getByLabel('Contraseña nueva').fill(OWNERS_PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(carer.tabBar).toBeVisible()
  await expect(carer.records).toContainText('Hora: 08:20')

  // Of a link that is good for nothing the way on stands there all the same.
  await carer.signOut()
  await page.goto(link.replace(/token_hash=\w/, 'token_hash=0-'))
  await press.click()
  await expect(page.getByRole('heading', { name: 'Este enlace ya no vale' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Elegir otra contraseña' })).toBeVisible()
})

test('pressed on a phone that is signed in, it ends that session too, and loses nothing unsent', async ({
  carer,
  page,
  server,
  account,
}) => {
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByLabel('Contraseña nueva').fill(STRANGERS_PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await carer.expectToast('Contraseña guardada')
  const link = await mailedLink(server, account.email, /Tu contraseña ha cambiado/)
  await carer.loseApi()
  await carer.goTo('Diario')
  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
  await page.goto(link)
  const sheet = page.getByRole('dialog', { name: '¿No has sido tú?' })
  await sheet.getByRole('button', { name: 'Cerrar todas las sesiones' }).click()
  await expect(sheet).toContainText('Puede que el enlace ya se haya gastado.')
  await carer.regainApi()
  await page.route('**/auth/v1/disown', (route) =>
    route.fulfill({ status: 429, json: { code: 'over_request_rate_limit', message: '' } }),
  )
  await sheet.getByRole('button', { name: 'Cerrar todas las sesiones' }).click()
  await expect(sheet).toContainText('El enlace no se ha gastado.')
  await page.unroute('**/auth/v1/disown')
  await sheet.getByRole('button', { name: 'Cerrar todas las sesiones' }).click()
  await expect(page.getByRole('heading', { name: 'Todo cerrado' })).toBeVisible()
  await page.getByRole('button', { name: 'Elegir otra contraseña' }).click()
  await page.getByLabel('Código del email').fill(await mailedCode(server, account.email, /Elige una/))
  await page.getByLabel('Contraseña nueva').fill(OWNERS_PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(carer.records).toContainText('Hora: 08:20')
  await expect(page.getByRole('img', { name: 'Por enviar' })).toBeHidden()
})
