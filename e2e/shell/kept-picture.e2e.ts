import type { BrowserContext, Page } from '@playwright/test'
import { addDays } from '../../core/time/time.ts'
import { hold } from '../kit/answers.ts'
import { type Carer, expect, WITH_MOTION } from '../kit/carer.ts'
import { lastShift, watchForShifts } from '../kit/layout-shift.ts'
import { turn } from '../kit/out-of-sight.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

// The app's script is held back here, and the phone's own copy of it can't be.
test.use({ serviceWorkers: 'block' })

const SCRIPT = '**/assets/index-*.js'
const TODAY = '2025-08-11'

const pictureIn = (page: Page) => page.locator('#picture')

const keptPicture = (page: Page) => page.evaluate(() => localStorage.getItem('nana-picture'))

/**
 * Starts the app anew, and returns what lets its script come. The picture stays for as long as a slow machine takes to
 * look at it.
 */
async function startWithoutScript({ page }: Carer, { stays = true } = {}): Promise<() => void> {
  const release = await hold(page, SCRIPT)
  if (stays) {
    await page.addInitScript(() => {
      const setTimer = window.setTimeout.bind(window)
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => (ms === 5_000 ? 0 : setTimer(run, ms)),
      })
    })
  }
  await page.reload({ waitUntil: 'commit' })
  return release
}

/** The page has this time from its next start on, until the time that is returned is set to another one. */
async function startAt(context: BrowserContext, begins: string): Promise<{ time: string }> {
  const clock = { time: begins }
  await context.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/("fixedNow":")[^"]*/, `$1${TODAY}T${clock.time}`)
      await route.fulfill({ response: answer, body })
    },
  )
  return clock
}

/** A picture that is taken now: the parts that a start leaves empty, and line by line all else that can be seen. */
async function takenApart(page: Page): Promise<{ ofNow: string[]; rest: string[] }> {
  await turn(page, 'hidden')
  const parts = await page.evaluate(() => {
    const { content } = document.createElement('template')
    content.append(document.createElement('div'))
    const [picture] = content.children
    if (picture !== undefined) picture.innerHTML = JSON.parse(localStorage.getItem('nana-picture') ?? '').html
    for (const one of content.querySelectorAll('*'))
      for (const name of one.getAttributeNames())
        if (/^(aria-.*|id|for)$/.test(name)) one.removeAttribute(name)
    const ofNow = [...content.querySelectorAll('[data-of-now]')].map((part) => {
      part.remove()
      return part.outerHTML
    })
    return { ofNow, rest: picture?.innerHTML.replaceAll('><', '>\n<').split('\n') ?? [] }
  })
  await turn(page, 'visible')
  return parts
}

test('an hour changes nothing in the picture but what a start leaves empty', async ({
  family,
  phone,
  context,
}) => {
  const { page } = phone
  const clock = await startAt(context, '11:00')
  const lastNap = { duration: 45, wakeWindow: '2h 45min' }
  await family.born('2025-01-11', 'Lucía')
  await family.plans({ naps: [{ duration: 90, wakeWindow: '0h 30min' }, lastNap, lastNap] })
  const days = [1, 2, 3, 4, 5, 6, 7].map((ago) => addDays(TODAY, -ago))
  await family.logs(
    ...days.flatMap((day) => [
      wakeUp(day, '07:30'),
      sleep('siesta', day, '09:40', '10:50'),
      sleep('siesta', day, '11:30', '12:30'),
      sleep('noche', day, '20:30', '07:30'),
    ]),
    wakeUp(TODAY, '07:30'),
    sleep('siesta', TODAY, '09:40', '10:50', 'buena'),
  )
  await phone.signIn()
  await expect(phone.records).toHaveCount(2)
  await expect(page.getByText('Tiempo despierto: 10m')).toBeVisible()
  await expect(page.getByText('Con Lucía suele ser')).toBeVisible()
  const before = await takenApart(page)
  clock.time = '12:00'
  await phone.reload()
  await expect(page.getByText('pasó hace 10m')).toBeVisible()
  await expect(page.getByText('A esta hora Lucía ya suele dormir')).toBeVisible()
  await expect.poll(async () => (await takenApart(page)).rest).toEqual(before.rest)
  // These are what the network holds back, the next sleep in words and on the ribbon, the needle, its flag and, on the
  // head and on the card, the way back of the sleep that has just ended.
  expect(before.ofNow).toHaveLength(7)
  const after = await takenApart(page)
  expect(after.ofNow).toHaveLength(5)
  // The hour alone changes neither the first of them nor the range on the ribbon.
  expect(before.ofNow.filter((part) => after.ofNow.includes(part))).toHaveLength(2)
})

test('a start shows the diary as it was left, before the app is there', async ({ carer }) => {
  const { page } = carer
  await carer.logWakeUp()
  await carer.whenAllSent()
  const release = await startWithoutScript(carer)
  const picture = pictureIn(page)
  await expect(picture.locator('article')).toContainText('Hora: 08:20')
  await expect(picture.locator('nav button').first()).toBeVisible()
  await expect(page.getByText('Cargando datos...')).toBeHidden()
  // The minutes of then would be wrong by now.
  const ofNow = await picture.locator('[data-of-now]').all()
  expect(ofNow.length).toBeGreaterThan(2)
  for (const part of ofNow) await expect(part).toBeHidden()
  // Who listens to the page hears of the app alone.
  await expect(carer.records).toHaveCount(0)
  release()
  await expect(carer.records).toContainText('Hora: 08:20')
  await expect(picture).toHaveCount(0)
})

test.describe('with motion', () => {
  test.use(WITH_MOTION)
  test('nothing moves when the app takes the picture’s place', async ({ carer }) => {
    const { page } = carer
    await carer.logWakeUp()
    await carer.whenAllSent()
    await page.addInitScript(watchForShifts)
    const release = await startWithoutScript(carer)
    await expect(pictureIn(page).locator('article')).toBeVisible()
    release()
    await expect(carer.records).toContainText('Hora: 08:20')
    expect(await lastShift(page)).toBeUndefined()
  })
})

for (const [pressed, done] of [
  ['nav [aria-label="Añadir descanso"]', 'Añadir Descanso'],
  ['article [aria-label="Eliminar"]', '¿Estás seguro?'],
] as const) {
  test(`what is pressed in the picture is done when the app is there: ${done}`, async ({ carer }) => {
    const { page } = carer
    await carer.logWakeUp()
    await carer.whenAllSent()
    const release = await startWithoutScript(carer)
    await pictureIn(page).locator(pressed).tap()
    release()
    await expect(page.getByRole('heading', { name: done })).toBeVisible()
  })
}

test('a field that is asked for in the picture is the one that is typed in when the app is there', async ({
  family,
  phone: carer,
}) => {
  const { page } = carer
  await family.logs(sleep('siesta', TODAY, '13:00', '14:00'))
  await carer.signIn()
  await expect(carer.records).toContainText('13:00')
  const release = await startWithoutScript(carer)
  await pictureIn(page).getByText('Añadir despertar').tap()
  release()
  await expect(page.getByLabel('¿A qué hora despertó hoy?')).toBeFocused()
})

test('what is pressed of a record that has changed meanwhile is not done to another one', async ({
  carer,
}) => {
  const { page } = carer
  await carer.logWakeUp()
  await carer.whenAllSent()
  await page.addInitScript(() => {
    const kept = localStorage.getItem('nana-picture')
    if (kept !== null) localStorage.setItem('nana-picture', kept.replaceAll('08:20', '08:10'))
  })
  const release = await startWithoutScript(carer)
  await expect(pictureIn(page).locator('article')).toContainText('Hora: 08:10')
  await pictureIn(page).locator('article [aria-label="Eliminar"]').tap()
  release()
  await expect(carer.records).toContainText('Hora: 08:20')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const [why, change] of [
  ['of another account', { userId: '00000000-0000-4000-8000-000000000000' }],
  ['of another version', { version: 'before' }],
  ['of yesterday', { until: 1 }],
  ['of a time that is still to come', { from: 9e15, until: 9.1e15 }],
] as const) {
  test(`a picture ${why} is not shown, nor kept`, async ({ carer }) => {
    const { page } = carer
    await carer.logWakeUp()
    await carer.whenAllSent()
    await page.addInitScript((change) => {
      const kept = localStorage.getItem('nana-picture')
      if (kept === null) return
      localStorage.setItem('nana-picture', JSON.stringify({ ...JSON.parse(kept), ...change }))
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.kept = String(localStorage.getItem('nana-picture') !== null)
      })
    }, change)
    await startWithoutScript(carer)
    await expect(page.getByText('Cargando datos...')).toBeVisible()
    await expect(page.locator('html[data-kept=false]')).toHaveCount(1)
    await expect(pictureIn(page)).toBeEmpty()
  })
}

test('there is none where a start leads elsewhere', async ({ family, phone: carer }) => {
  const { page } = carer
  const loader = page.getByText('Cargando datos...')
  await carer.signIn()
  await test.step('another screen was left', async () => {
    await carer.logWakeUp()
    await carer.whenAllSent()
    await carer.goTo('Plan')
    const release = await startWithoutScript(carer)
    await expect(loader).toBeVisible()
    release()
    await carer.goTo('Diario')
  })
  await test.step('a link is opened', async () => {
    await expect(carer.records).toContainText('Hora: 08:20')
    const release = await hold(page, SCRIPT)
    await page.evaluate(() => history.replaceState(null, '', '/#token_hash=0a1b&type=invite'))
    await page.reload({ waitUntil: 'commit' })
    await expect(loader).toBeVisible()
    await page.goto(carer.page.url().split('#')[0] ?? '', { waitUntil: 'commit' })
    release()
  })
  await test.step('a sleep runs, whose form comes first', async () => {
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await carer.goTo('Diario')
    await expect(carer.records).toContainText(['15:38', '08:20'])
    await startWithoutScript(carer)
    await expect(loader).toBeVisible()
  })
  await expect(pictureIn(page)).toBeEmpty()
})

test.describe('while a sleep runs', () => {
  const DURING = sleep('siesta', TODAY, '15:38')

  test('no picture is kept: the loader stands, and then the form, with the time of now', async ({
    family,
    phone,
    context,
  }) => {
    const { page } = phone
    const form = sleepForm(page)
    const clock = await startAt(context, '16:20')
    await family.logs(wakeUp(TODAY, '08:20'))
    await phone.signIn()
    await expect(phone.records).toContainText('08:20')
    await turn(page, 'hidden')
    expect(await keptPicture(page)).toContain('08:20')
    await family.logs(DURING)
    await expect.poll(() => keptPicture(page)).toBeNull()
    clock.time = '16:50'
    const release = await startWithoutScript(phone)
    await expect(page.getByText('Cargando datos...')).toBeVisible()
    await expect(page.getByText('Durmiendo desde')).toHaveCount(0)
    await expect(pictureIn(page)).toBeEmpty()
    release()
    await expect(form.screen.getByRole('timer')).toHaveText('1h 12m')
    await expect(form.button('Terminar siesta · 16:50')).toBeVisible()
  })

  test('that began elsewhere since, the picture says nothing of it, and the app does', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    await family.logs(wakeUp(TODAY, '08:20'))
    await phone.signIn()
    await expect(phone.records).toContainText('08:20')
    const release = await startWithoutScript(phone)
    await family.logs(DURING)
    await expect(pictureIn(page).locator('article')).toContainText('08:20')
    await expect(page.getByText('Durmiendo desde')).toHaveCount(0)
    release()
    await expect(page.getByRole('timer')).toHaveText('42m')
    await expect(pictureIn(page)).toHaveCount(0)
  })
})

test('what is typed and not stored is in no picture', async ({ carer }) => {
  const { page } = carer
  await page.getByLabel('A qué hora despertó?').fill('07:15')
  await turn(page, 'hidden')
  expect(await keptPicture(page)).toBeNull()
})

test('the picture goes with the session, and when the page is in sight again', async ({ carer }) => {
  const { page } = carer
  await carer.logWakeUp()
  await carer.whenAllSent()
  await turn(page, 'hidden')
  expect(await keptPicture(page)).toContain('08:20')
  await turn(page, 'visible')
  expect(await keptPicture(page)).toBeNull()
  await carer.signOut()
  await carer.whenSignedOut()
  await turn(page, 'hidden')
  expect(await keptPicture(page)).toBeNull()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(pictureIn(page)).toHaveCount(0)
})

test('a page in sight leaves the storage alone, however often it is drawn', async ({ carer }) => {
  const { page } = carer
  await page.evaluate(() => {
    Storage.prototype.removeItem = function (key) {
      if (key === 'nana-picture') document.documentElement.dataset.forgotten = ''
      Reflect.deleteProperty(this, key)
    }
  })
  await carer.logWakeUp()
  await carer.whenAllSent()
  await carer.goTo('Plan')
  await carer.goTo('Diario')
  await expect(page.locator('html[data-forgotten]')).toHaveCount(0)
  await turn(page, 'hidden')
  await turn(page, 'visible')
  await expect(page.locator('html[data-forgotten]')).toHaveCount(1)
})

test('no page keeps a picture for who has signed in since it was drawn', async ({ carer, server }, info) => {
  const { page } = carer
  await carer.logWakeUp()
  await carer.whenAllSent()
  const other = await server.createAccount(`other-${info.testId}@example.org`)
  const session = await server.signIn(other)
  // A page that sleeps hears of nothing that another tab does.
  await page.evaluate((session) => localStorage.setItem('nana-auth', JSON.stringify(session)), session)
  await turn(page, 'hidden')
  expect(await keptPicture(page)).toBeNull()
})

test('should the app not come, the loader takes the picture’s place', async ({ carer }) => {
  const { page } = carer
  await page.clock.install()
  await carer.logWakeUp()
  await carer.whenAllSent()
  await startWithoutScript(carer, { stays: false })
  await expect(pictureIn(page).locator('article')).toBeVisible()
  await page.clock.fastForward(6_000)
  await expect(page.getByText('Cargando datos...')).toBeVisible()
  await expect(pictureIn(page)).toBeHidden()
})
