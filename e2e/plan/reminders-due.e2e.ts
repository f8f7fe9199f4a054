import type { Page } from '@playwright/test'
import type { SleepPlan } from '../../core/plan/plan.ts'
import { hold } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { noticeIcons, seenNotices, watchNotices } from '../kit/notices.ts'
import { hide } from '../kit/out-of-sight.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'

/*
 * The product's clock stands at 16:20. The timers of the page run on the page's own clock, which these stories move on.
 */

// Without a service worker the page itself shows its notifications.
test.use({ permissions: ['notifications'] })

/** With the wake-up at 08:20 the naps are due at 16:25, 16:50 and 17:15. */
const DUE_SOON = {
  reminders: true,
  first_wake_window: '8h 05min',
  naps: [
    { duration: 15, wakeWindow: '0h 10min' },
    { duration: 15, wakeWindow: '0h 10min' },
    { duration: 15, wakeWindow: '0h 10min' },
  ],
} as const satisfies Partial<SleepPlan>

test.beforeEach(async ({ family, phone, context }) => {
  await family.logs(wakeUp('2025-08-11', '08:20'))
  await watchNotices(context)
  await phone.page.clock.install()
})

test('each remaining nap of the plan is announced when it is due, and not before', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.plans(DUE_SOON)
  await phone.signIn()
  await expectPlanned(page)
  await page.clock.fastForward('04:00')
  expect(await seenNotices(page)).toEqual([])
  await page.clock.fastForward('01:00')
  const first = {
    title: 'Próxima: Siesta 1',
    body: 'Le toca dormir entre las 16:25 y las 16:55.',
    isShown: true,
  }
  await expect.poll(() => seenNotices(page)).toEqual([first])
  const [icon = ''] = await noticeIcons(page)
  expect(new URL(icon).pathname).toBe('/icons/icon-192.png')
  expect((await page.request.get(icon)).headers()['content-type']).toBe('image/png')

  await page.clock.fastForward('24:00')
  expect(await seenNotices(page)).toEqual([first])
  await page.clock.fastForward('01:00')
  await page.clock.fastForward('25:00')
  await expect
    .poll(() => seenNotices(page))
    .toEqual([
      first,
      { title: 'Próxima: Siesta 2', body: 'Le toca dormir entre las 16:50 y las 17:20.', isShown: true },
      { title: 'Próxima: Siesta 3', body: 'Le toca dormir entre las 17:15 y las 17:45.', isShown: true },
    ])
  // Bedtime, at 17:40, is no nap, and nothing announces it.
  await page.clock.fastForward('26:00')
  expect(await seenNotices(page)).toHaveLength(3)
})

test('naps that are overdue are left out, and move no other', async ({ family, phone, page }) => {
  // Siesta 1 was due at 16:10, ten minutes ago; Siesta 2 is at 16:35.
  await family.plans({ ...DUE_SOON, first_wake_window: '7h 50min' })
  await phone.signIn()
  await expectPlanned(page)
  await page.clock.fastForward('14:00')
  expect(await seenNotices(page)).toEqual([])
  await page.clock.fastForward('01:00')
  await expect
    .poll(() => seenNotices(page))
    .toEqual([
      { title: 'Próxima: Siesta 2', body: 'Le toca dormir entre las 16:35 y las 17:05.', isShown: true },
    ])
})

test('a phone that slept through a whole window says nothing any more', async ({ family, phone, page }) => {
  await family.plans(DUE_SOON)
  await phone.signIn()
  await expectPlanned(page)
  // By now Siesta 1 was due 33 minutes ago, longer than its window lasts, and Siesta 2 eight.
  await page.clock.fastForward('38:00')
  await expect.poll(() => seenNotices(page)).toMatchObject([{ title: 'Próxima: Siesta 2' }])
})

test('records change the reminders: none while a sleep runs, the next from its end', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.plans(DUE_SOON)
  await phone.signIn()
  await expectPlanned(page)
  await family.logs(sleep('siesta', '2025-08-11', '16:00'))
  await expect(page.getByText('Durmiendo desde 16:00')).toBeVisible()
  await page.clock.fastForward('06:00')
  expect(await seenNotices(page)).toEqual([])
  await page.getByRole('button', { name: /^Terminar siesta/ }).click()
  await expect(page.getByText('Próxima: Siesta 2')).toBeVisible()
  await page.clock.fastForward('10:00')
  await expect
    .poll(() => seenNotices(page))
    .toMatchObject([{ title: 'Próxima: Siesta 2', body: 'Le toca dormir entre las 16:30 y las 17:00.' }])
})

test('a notice doesn’t stand longer than until its nap has begun', async ({ family, phone }) => {
  const { page } = phone
  await family.plans(DUE_SOON)
  await phone.signIn()
  await expectPlanned(page)
  await page.clock.fastForward('05:00')
  await expect.poll(() => seenNotices(page)).toMatchObject([{ title: 'Próxima: Siesta 1', isShown: true }])
  await family.logs(sleep('siesta', '2025-08-11', '16:20'))
  await expect.poll(() => seenNotices(page)).toMatchObject([{ title: 'Próxima: Siesta 1', isShown: false }])
})

test('a phone out of sight asks first whether another one has changed anything', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.plans(DUE_SOON)
  await phone.signIn()
  await expectPlanned(page)
  await hide(page)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await family.logs(sleep('siesta', '2025-08-11', '16:00'))
  await page.clock.fastForward('06:00')
  await expect(page.getByText('Durmiendo desde 16:00')).toBeVisible()
  await page.clock.fastForward('11:00')
  expect(await seenNotices(page)).toEqual([])
})

test('who signs out while a phone out of sight asks is reminded of nothing', async ({
  family,
  phone,
  context,
}) => {
  const { page } = phone
  await family.plans(DUE_SOON)
  await phone.signIn()
  await expectPlanned(page)
  await phone.whenAllSent()
  await hide(page)
  const release = await hold(context, /sync_state/)
  const asked = page.waitForRequest(/sync_state/)
  await page.clock.fastForward('06:00')
  await asked
  await phone.signOut()
  await phone.whenSignedOut()
  await page.clock.fastForward('00:11')
  release()
  expect(await seenNotices(page)).toEqual([])
})

test('turning the reminders on sets them, turning them off clears them', async ({ family, phone, page }) => {
  await family.plans({ ...DUE_SOON, reminders: false })
  await phone.signIn()
  await expectPlanned(page)
  await page.clock.fastForward('06:00')
  expect(await seenNotices(page)).toEqual([])

  await phone.goTo('Plan')
  const toggle = page.getByRole('switch', { name: 'Recordatorios suaves' })
  await toggle.click()
  await phone.expectToast('Recordatorios Activados')
  await toggle.click()
  await phone.expectToast('Recordatorios Desactivados')
  await page.clock.fastForward('06:00')
  expect(await seenNotices(page)).toEqual([])

  await toggle.click()
  await phone.expectToast('Recordatorios Activados')
  await page.clock.fastForward('06:00')
  await expect.poll(() => seenNotices(page)).toMatchObject([{ title: 'Próxima: Siesta 1' }])
})

test('signing out clears them', async ({ family, phone, page }) => {
  await family.plans(DUE_SOON)
  await phone.signIn()
  await expectPlanned(page)
  await phone.signOut()
  await phone.whenSignedOut()
  await page.clock.fastForward('06:00')
  expect(await seenNotices(page)).toEqual([])
})

/** Waits until the plan and the wake-up have arrived, and with them the timers. */
async function expectPlanned(page: Page): Promise<void> {
  await expect(page.getByText('Próxima: Siesta 1')).toBeVisible()
}
