import { expect, test, whenKept } from '../kit/own-browser.ts'

// The administrator takes the public key back while pages and phones still have it.

test.use({ serviceWorkers: 'allow' })

test('a key that is taken back under an open page: what is logged leaves, and nobody has to do anything', async ({
  ownPhone,
  ownServer,
}) => {
  const carer = await ownPhone.open()
  await carer.signIn()
  await ownServer.admin('rotate-keys')
  await carer.logWakeUp()
  await expect(carer.records).toContainText('Hora: 08:20')
  await carer.whenAllSent()
  await expect(carer.page.getByLabel('Contraseña')).toHaveCount(0)
})

test('a key that is taken back while the app sleeps on the phone: what waited leaves at the next start', async ({
  ownBrowser,
  ownServer,
}) => {
  const carer = await ownBrowser.open()
  await carer.signIn()
  await whenKept(carer.page)
  await carer.loseNetwork()
  await carer.logWakeUp()
  await expect(carer.records).toContainText('Hora: 08:20')
  await ownBrowser.restart()
  await ownServer.admin('rotate-keys')

  const later = await ownBrowser.open()
  await later.whenAllSent()
  await expect(later.records).toContainText('Hora: 08:20')
})

test('sessions that the administrator ends: what waited leaves after the next sign-in', async ({
  ownPhone,
  ownServer,
}) => {
  const carer = await ownPhone.open()
  await carer.signIn()
  await carer.loseNetwork()
  await carer.logWakeUp()
  await expect(carer.records).toContainText('Hora: 08:20')
  const apikey = String(JSON.parse(await ownServer.admin('keys')).anon_key)
  await ownServer.admin('rotate-keys', '--sessions')
  // A session that begins before the server has heard of it would end again.
  const asked = () => fetch(`${ownServer.url}/auth/v1/settings`, { headers: { apikey } })
  await expect.poll(async () => (await asked()).status).toBe(401)
  await ownPhone.context.setOffline(false)
  // Whoever was here is filled in; typed at the same moment, the address would stand there twice.
  await expect(carer.page.getByLabel('Email')).toHaveValue(/@/)
  await carer.signInHere()
  await carer.whenAllSent()
  await expect(carer.records).toContainText('Hora: 08:20')
})
