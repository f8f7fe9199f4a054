import type { Page } from '@playwright/test'
import { expect, test, whenKept } from '../kit/own-browser.ts'

test.use({ serviceWorkers: 'allow' })

/** Says whether the phone could start the app by itself. */
function isKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active !== undefined)
}

/** Sets the room that the browser gives the site, in bytes; null gives as much as it usually does. */
async function setRoom(page: Page, quotaSize: number | null): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(quotaSize !== null && { quotaSize }),
  })
}

/** Puts something else in the place of what the phone keeps at these paths, or at those that begin so. */
function spoilKept(page: Page, spoil: readonly string[]): Promise<void> {
  return page.evaluate(async (spoilt) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url)
        const type = pathname === '/' ? 'text/html' : 'text/javascript'
        const isSpoilt = spoilt.some((part) => (part === '/' ? pathname === '/' : pathname.startsWith(part)))
        if (isSpoilt) await cache.put(url, new Response('<p', { headers: { 'Content-Type': type } }))
      }
    }
  }, spoil)
}

test.describe('what the phone keeps of the app, spoilt,', () => {
  for (const { what, spoil } of [
    { what: 'the page', spoil: ['/'] },
    { what: 'the script', spoil: ['/assets/index-'] },
    { what: 'the signed-in part', spoil: ['/assets/SignedIn-'] },
  ]) {
    test(`heals: ${what}`, async ({ ownBrowser, ownServer }) => {
      const carer = await ownBrowser.open()
      await carer.signIn()
      await whenKept(carer.page)
      await spoilKept(carer.page, spoil)
      await carer.reload()
      await expect(carer.tabBar).toBeVisible()
      await ownServer.kill()
      await ownBrowser.restart()
      const later = await ownBrowser.open()
      await expect(later.tabBar).toBeVisible()
    })
  }

  test('heals while the diary is there: the other screens', async ({ ownBrowser, ownServer }) => {
    const first = await ownBrowser.open()
    await first.signIn()
    await whenKept(first.page)
    await spoilKept(first.page, ['/assets/other-screens-'])
    // A page that is only loaded again has them in its memory.
    await ownBrowser.restart()
    const carer = await ownBrowser.open()
    await carer.page.getByRole('button', { name: 'Nueva versión: recargar' }).locator('visible=true').click()
    await carer.goTo('Plan')
    await expect(carer.page.getByRole('textbox', { name: 'Nombre' })).toBeVisible()
    await ownServer.kill()
    await ownBrowser.restart()
    const later = await ownBrowser.open()
    await later.goTo('Plan')
    await expect(later.page.getByRole('textbox', { name: 'Nombre' })).toBeVisible()
  })

  test('is fetched again when the browser has thrown it away', async ({ ownBrowser, ownServer }) => {
    const carer = await ownBrowser.open()
    await carer.signIn()
    await whenKept(carer.page)
    await carer.page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await carer.reload()
    await carer.goTo('Plan')
    await whenKept(carer.page)
    await ownServer.kill()
    await ownBrowser.restart()
    await expect((await ownBrowser.open()).tabBar).toBeVisible()
  })
})

test('without room the app works from the network, and says what it could not store; with room again all is well', async ({
  ownPhone,
  ownServer,
}) => {
  const carer = await ownPhone.open()
  const { page } = carer
  await whenKept(page)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await setRoom(page, 1)
  await page.reload()
  await carer.signIn()
  await carer.logWakeUp()
  await carer.expectToast('Error', 'No se pudo guardar el registro.')
  await expect(page.getByLabel('A qué hora despertó?')).toHaveValue('08:20')
  expect(await isKept(page)).toBe(false)

  await setRoom(page, null)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('¡Despertar registrado!')
  await carer.reload()
  await whenKept(page)
  await ownServer.kill()
  await carer.reload()
  await expect(carer.records).toContainText('Hora: 08:20')
})
