import { expect } from './carer.ts'
import { test, wakeUp } from './seed.ts'

// A reminder on a phone that keeps the app: the service worker shows it and hears the tap.

test.use({ permissions: ['notifications'] })

/**
 * No program can tap a notification, nor ask a page to come forward without a tap: the worker is told of one, and what
 * it asks of the page is written down. Not the types of a page, hence a text.
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

test('a tap on a reminder leads back to the app', async ({ family, phone, account, context }) => {
  const { page } = phone
  await family.logs(wakeUp('2025-08-11', '08:20'))
  // With the product's clock at 16:20.
  await family.plans({ reminders: true, first_wake_window: '8h 05min' })
  await page.clock.install()
  await phone.signIn(account)
  await expect(page.getByText('Próxima: Siesta 1')).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.clock.fastForward('05:00')
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title }) => title)
    })
  await expect.poll(shown).toEqual(['Próxima: Siesta 1'])

  const [worker] = context.serviceWorkers()
  const focused = await worker?.evaluate(TAP)
  expect(focused).toEqual(['/'])
  await expect.poll(shown).toEqual([])
})
