import { expect } from '../kit/carer.ts'
import { test, wakeUp } from '../kit/seed.ts'

// On a phone that keeps the app the service worker shows a reminder and hears the tap on it.

test.use({ permissions: ['notifications'], serviceWorkers: 'allow' })

/**
 * No program can tap a notification, nor ask a page to come forward without a tap: the worker is told of a tap, and
 * what it asks of the page is written down. This is a text because a page's types don't know a worker's.
 */
const TAP = `(async () => {
  const paths = []
  WindowClient.prototype.focus = async function () {
    paths.push(new URL(this.url).pathname)
    return this
  }
  const [notification] = await self.registration.getNotifications()
  const tap = new NotificationEvent('notificationclick', { notification })
  const works = []
  tap.waitUntil = (work) => void works.push(work)
  self.dispatchEvent(tap)
  await Promise.all(works)
  return paths
})()`

test('a tap on a reminder leads back to the app', async ({ family, phone, page, context }) => {
  await family.logs(wakeUp('2025-08-11', '08:20'))
  // The product's clock stands at 16:20, so the first nap is due in five minutes.
  await family.plans({ reminders: true, first_wake_window: '8h 05min' })
  await page.clock.install()
  await phone.signIn()
  await expect(page.getByText('Próxima: Siesta 1')).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.clock.fastForward('05:00')
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title }) => title)
    })
  await expect.poll(shown).toEqual(['Próxima: Siesta 1'])

  // Other pages of the same server have nothing to do with a reminder, whichever was looked at last.
  for (const path of ['/consola', '/privacidad']) {
    const other = await context.newPage()
    await other.goto(new URL(path, page.url()).href)
  }
  const [worker] = context.serviceWorkers()
  const focused = await worker?.evaluate(TAP)
  expect(focused).toEqual(['/'])
  await expect.poll(shown).toEqual([])
})
