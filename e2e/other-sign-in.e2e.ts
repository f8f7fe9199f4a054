import { startOidcProvider, type TestProvider } from '../supabase/tests/oidc-provider.ts'
import { atRest } from './accessible.ts'
import { expect } from './carer.ts'
import { test as withServer } from './seed.ts'

/** A server with a real OpenID Connect provider beside it. */
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
  expect(page.url()).toBe(`${server.url}/`)
})

test('who says no at the provider is told so at the login', async ({ phone, provider }) => {
  const { page } = phone
  provider.whoSignsIn = null
  await phone.open()
  await page.getByRole('button', { name: 'Google' }).click()
  await phone.expectToast('El enlace no ha funcionado', 'Esa cuenta no ha dado permiso.')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})

withServer('where none is set up there is only email and password', async ({ phone }) => {
  const { page } = phone
  const asked = page.waitForResponse((response) => response.url().endsWith('/auth/v1/settings'))
  await phone.open()
  await (await asked).finished()
  await atRest(page)
  await expect(page.getByText('También puedes entrar con')).toBeHidden()
})
