import { setTimeout } from 'node:timers/promises'
import { startOidcProvider, type TestProvider } from '../../server/testing/oidc-provider.ts'
import { atRest, expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test as withServer } from '../kit/seed.ts'

/** The server of these stories has a real OpenID Connect provider beside it. */
const test = withServer.extend<object, { provider: TestProvider }>({
  settings: [
    ({ provider }, handOver) =>
      handOver({
        AUTH_OIDC_GOOGLE_ISSUER: provider.issuer,
        AUTH_OIDC_GOOGLE_CLIENT_ID: provider.clientId,
        AUTH_OIDC_GOOGLE_SECRET: provider.secret,
      }),
    { scope: 'worker' },
  ],
  server: [
    ({ server, provider }, handOver) => {
      provider.open(`${server.url}/auth/v1/callback`)
      return handOver(server)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  provider: [
    async ({ browserName }, handOver) => {
      const provider = await startOidcProvider(`nana in ${browserName}`, 'a-secret-of-the-client')
      await handOver(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
})

// Their server is set otherwise, so one worker starts it for all of them.
test.describe.configure({ mode: 'default' })
test.use(WITH_MOTION)

test('where a provider is set up the login offers it, and it opens the account with that email', async ({
  phone,
  server,
  provider,
  account,
}) => {
  const { page } = phone
  provider.people.set('lucia', { email: account.email, email_verified: true })
  provider.whoSignsIn = 'lucia'
  await phone.open()
  await page
    .getByRole('region', { name: 'También puedes entrar con' })
    .getByRole('button', { name: 'Google' })
    .click()
  await expect(phone.tabBar).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
})

test('who comes back from the provider while the sign-out of before is still under way is in', async ({
  phone,
  page,
  provider,
  account,
}) => {
  provider.people.set('lucia', { email: account.email, email_verified: true })
  provider.whoSignsIn = 'lucia'
  await phone.signIn()
  // The page is at the provider before the server has answered.
  await page.route('**/auth/v1/logout?*', async (route) => {
    await setTimeout(2_000)
    await route.continue().catch(() => {})
  })
  await phone.signOut()
  await page.getByRole('button', { name: 'Google' }).click()
  await expect(phone.tabBar).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage['nana-leaving'])).toBeUndefined()
})

test('who says no at the provider is told so at the login', async ({ phone, page, provider }) => {
  provider.whoSignsIn = null
  await phone.open()
  await page.getByRole('button', { name: 'Google' }).click()
  await phone.expectToast('Sign in Failed', 'Esa cuenta no ha dado permiso.')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('a way back from a provider that this browser never went opens nothing', async ({
  phone,
  page,
  server,
}) => {
  await page.goto(`${server.url}/?code=0a1b2c3d-0000-4000-8000-000000000000`)
  await phone.expectToast('Sign in Failed', 'No se ha podido terminar de entrar.')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
})

withServer(
  'a link with a session asks whose account it opens, and opens none by itself',
  async ({ phone, page, server, account }) => {
    const apikey = await server.publicKey()
    const tokens = async () => {
      const { email, password } = account
      const answer = await page.request.post(`${server.url}/auth/v1/token?grant_type=password`, {
        data: { email, password },
        headers: { apikey },
      })
      const { access_token, refresh_token } = await answer.json()
      return new URLSearchParams({ access_token, refresh_token, type: 'magiclink' })
    }
    await page.goto(`${server.url}/#${await tokens()}`)
    const question = page.getByRole('heading', { name: `¿Entrar como ${account.email}?` })
    await expect(question).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/`)
    await expectAccessible(page)
    await expectFitsWidth(page)
    await page.getByRole('button', { name: 'Ir al inicio de sesión' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await page.goto(`${server.url}/#${await tokens()}`)
    await page.reload()
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(phone.tabBar).toBeVisible()
  },
)

withServer(
  'a mail’s link that another address was written into asks whose account it opens',
  async ({ phone, page, server, account }) => {
    const key = await server.serviceKey()
    // A browser is refused the secret key.
    const made = await fetch(`${server.url}/auth/v1/admin/generate_link`, {
      method: 'POST',
      headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'magiclink', email: account.email }),
    })
    const { hashed_token } = await made.json()
    const link = new URLSearchParams({
      token_hash: hashed_token,
      type: 'magiclink',
      email: 'mia@example.org',
    })
    await page.goto(`${server.url}/#${link}`)
    await expect(page.getByText('Cuenta: mia@example.org')).toBeVisible()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByRole('heading', { name: `¿Entrar como ${account.email}?` })).toBeVisible()
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(phone.tabBar).toBeVisible()
  },
)

withServer('where no provider is set up there is only email and password', async ({ phone, page }) => {
  const asked = page.waitForResponse((response) => response.url().endsWith('/auth/v1/settings'))
  await phone.open()
  await (await asked).finished()
  await atRest(page)
  await expect(page.getByText('También puedes entrar con')).toBeHidden()
})
