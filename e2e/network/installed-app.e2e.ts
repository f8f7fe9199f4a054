import type { Carer } from '../kit/carer.ts'
import { expect, type OwnBrowser, test, whenKept } from '../kit/own-browser.ts'
import { expireToken } from '../kit/phone-session.ts'
import type { Account } from '../kit/server-process.ts'

test.use({ serviceWorkers: 'allow' })

/** Does what each story begins with: the server has the wake-up, and the phone has the app. */
async function logWakeUpOf(owner: Account, ownPhone: OwnBrowser): Promise<Carer> {
  const carer = await ownPhone.open()
  await carer.signInByForm(owner)
  await carer.logWakeUp()
  await carer.whenAllSent()
  await whenKept(carer.page)
  return carer
}

test('with the server gone, and the browser started anew, the app is whole: diary, form, chart, plan', async ({
  ownBrowser,
  ownServer,
  owner,
}) => {
  await logWakeUpOf(owner, ownBrowser)
  await ownServer.kill()
  await ownBrowser.restart()

  const carer = await ownBrowser.open()
  const { page } = carer
  await expect(carer.records).toContainText('Hora: 08:20')
  await expect(page).toHaveTitle('Nana')
  await carer.goTo('Añadir descanso')
  await page.getByLabel('Hora de inicio', { exact: true }).fill('10:00')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await carer.expectToast('Hora de inicio guardada')
  for (const [tab, heading] of [
    ['Gráfico', 'Gráfico Semanal'],
    ['Plan', 'Plan de Sueño'],
  ] as const) {
    await carer.goTo(tab)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  await carer.reload()
  await carer.goTo('Diario')
  await expect(page.getByText('Durmiendo desde 10:00')).toBeVisible()

  await ownServer.restart()
  await carer.whenAllSent()
  expect(carer.consoleErrors).toEqual([])
})

test('with the server gone a session that ran out still opens the diary, and signing out leads to the login', async ({
  ownBrowser,
  ownServer,
  owner,
}) => {
  const first = await logWakeUpOf(owner, ownBrowser)
  await expireToken(first.page)
  await ownServer.kill()
  await ownBrowser.restart()

  const carer = await ownBrowser.open()
  await expect(carer.records).toContainText('Hora: 08:20')
  await carer.signOut()
  await carer.whenSignedOut()
  await carer.page.reload()
  await carer.page.getByLabel('Email').fill(owner.email)
  await carer.page.getByLabel('Contraseña').fill(owner.password)
  const enter = carer.page.getByRole('button', { name: 'Iniciar Sesión' })
  await enter.click()
  await carer.expectToast('Sign in Failed', 'No hay conexión con el servidor.')
  await ownServer.restart()
  await enter.click()
  await expect(carer.records).toContainText('Hora: 08:20')
})

test('killed a moment after signing in, the phone still has the session and the record', async ({
  ownBrowser,
  ownServer,
  owner,
}) => {
  await logWakeUpOf(owner, ownBrowser)
  await ownServer.kill()
  await ownBrowser.killAndRestart()

  const carer = await ownBrowser.open()
  await expect(carer.records).toContainText('Hora: 08:20')
})
