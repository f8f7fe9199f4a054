import { expect } from '../kit/carer.ts'
import { hide, isMarked, mark } from '../kit/out-of-sight.ts'
import { test } from '../kit/seed.ts'

test('a tab out of sight follows also where another one has taken the new version before it heard of it', async ({
  carer,
  context,
  server,
}) => {
  const { page } = carer
  await hide(page)
  await mark(page)
  await page.evaluate(() => {
    new BroadcastChannel('nana-app').addEventListener('message', () => Reflect.set(window, 'heard', true))
  })
  const other = await context.newPage()
  await other.goto(server.url)
  await other.evaluate(() => new BroadcastChannel('nana-app').postMessage('reload'))
  await expect.poll(() => page.evaluate(() => Reflect.has(window, 'heard'))).toBe(true)
  expect(await isMarked(page)).toBe(true)

  const loadedAnew = page.waitForEvent('load', { timeout: 30_000 })
  // This is how the worker of the new version tells its pages.
  await page.evaluate(() => {
    const news = new MessageEvent('message', { data: { version: 'the next' } })
    setTimeout(() => navigator.serviceWorker.dispatchEvent(news))
  })
  await loadedAnew
  await expect(carer.tabBar).toBeVisible()
})
