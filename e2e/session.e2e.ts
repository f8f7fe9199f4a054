import type { Page } from '@playwright/test'
import { Carer, expect, test } from './carer.ts'
import { expireToken } from './phone-session.ts'

function signOut(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Cerrar sesión' }).click()
}

test.describe('signing out', () => {
  test('leaves nothing of the baby on the phone', async ({ carer }) => {
    const { page } = carer
    await carer.logWakeUp()
    await expect(carer.records).toHaveCount(1)
    await expect(page.getByText('por enviar')).toBeHidden()
    const box = await page.getByRole('button', { name: 'Cerrar sesión' }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(370)
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    const left = await page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map((database) => database.name),
      // The theme, and when the browser was asked to keep what is stored, are the phone's own.
      storage: Object.keys(localStorage).filter((key) => !['theme', 'nana-storage-asked'].includes(key)),
    }))
    expect(left).toEqual({ databases: [], storage: [] })
  })

  test('another account on the same phone never sees the first one’s day', async ({ carer, server }) => {
    const { page } = carer
    await carer.logWakeUp()
    await expect(carer.records).toHaveCount(1)
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await carer.signIn(await server.createAccount(`other-${Date.now()}@example.org`))
    await expect(carer.records).toHaveCount(0)
  })

  for (const { name, status, answer, says } of [
    { name: 'why', status: 422, answer: { msg: 'Ahora no' }, says: 'Ahora no' },
    { name: 'nothing', status: 500, answer: {}, says: 'Something went wrong' },
  ]) {
    test(`fails when the server says ${name}: «${says}», and the session stays`, async ({
      carer,
      context,
    }) => {
      await context.route('**/auth/v1/logout**', (route) => route.fulfill({ status, json: answer }))
      await signOut(carer.page)
      await carer.expectToast('Sign out Failed', says)
      await carer.reload()
    })
  }

  for (const status of [401, 404]) {
    test(`a session the server doesn’t know any more (${status}) is over all the same`, async ({
      carer,
      context,
    }) => {
      await context.route('**/auth/v1/logout**', (route) => route.fulfill({ status, json: { msg: 'gone' } }))
      await signOut(carer.page)
      await expect(carer.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    })
  }

  test('in another tab signs this one out too', async ({ carer, context, server }) => {
    const other = new Carer(await context.newPage(), context, server)
    await other.open()
    await expect(other.tabBar).toBeVisible()
    await signOut(other.page)
    await expect(carer.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await expect(carer.tabBar).toBeHidden()
  })

  test('and signing in, in another tab, signs this one in too', async ({
    carer,
    context,
    server,
    account,
  }) => {
    const other = new Carer(await context.newPage(), context, server)
    await other.open()
    await signOut(other.page)
    await expect(carer.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await other.signIn(account)
    await expect(carer.tabBar).toBeVisible()
  })
})

test.describe('the session', () => {
  test('is still there after a reload, and offline with a token that ran out', async ({
    phone: carer,
    page,
    account,
  }) => {
    await carer.signIn(account)
    await carer.logWakeUp()
    await expect(page.getByRole('img', { name: 'Por enviar' })).toBeHidden()
    await carer.loseApi()
    await expireToken(page)
    await carer.reload()
    await expect(carer.records).toContainText('Hora: 08:20')
    // The line is up, only nobody answers: the client library tries to renew the token for up to 30 s.
    await expect(carer.seen('Sin conexión')).toBeVisible({ timeout: 45_000 })
    await page.getByRole('button', { name: 'Eliminar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
    await carer.expectToast('Registro eliminado')
  })

  test('is renewed on load when it is about to run out', async ({ carer }) => {
    const { page } = carer
    const expiry = () =>
      page.evaluate(() => Number(JSON.parse(localStorage.getItem('nana-auth') ?? '{}').expires_at))
    const renewed = await expiry()
    await expireToken(page, Math.floor(Date.now() / 1000) + 5)
    await carer.reload()
    await expect.poll(expiry).toBeGreaterThanOrEqual(renewed)
  })
})
