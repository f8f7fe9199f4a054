import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import type { Carer } from '../kit/carer.ts'
import { hide, isMarked, mark } from '../kit/out-of-sight.ts'
import { test as base, expect, type OwnPhone, whenKept } from '../kit/own-browser.ts'
import type { ServerProcess } from '../kit/server-process.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { anotherVersion, type Version } from '../kit/versions.ts'

const OLD_WORDS = 'Configura el horario y los datos de tu bebé'
const NEW_WORDS = 'El horario y los datos de tu bebé'
const NEW_LOGIN = 'Las cuentas las crea tu asesora.'

/** The next version is the same app with other words; it is made once for all these stories. */
const test = base.extend<object, { next: Version }>({
  next: [
    async ({ browserName }, handOver) => {
      const version = anotherVersion(`for-${browserName}`, {
        [OLD_WORDS]: NEW_WORDS,
        'Las cuentas las crea manualmente un administrador.': NEW_LOGIN,
      })
      await handOver(version)
      version.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

// One worker makes the next version for all of them.
test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow' })

/** A phone that holds the version from before, while the server has another one already. */
async function heldBefore(phone: OwnPhone, server: ServerProcess, version: Version) {
  const carer = await phone.open()
  await carer.signIn()
  await whenKept(carer.page)
  await server.kill()
  await server.restart({ root: version.root })
  return carer
}

const offer = (page: Page) =>
  page.getByRole('button', { name: 'Nueva versión: recargar' }).locator('visible=true')

/** Brings the page into sight, as when the phone is taken up again. */
function takeUp(page: Page): Promise<void> {
  return page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}

/**
 * Takes the phone up until it has come so far. A browser that is still busy with the look before takes no other, and
 * what a carer does is the same: take the phone up again.
 */
async function takeUpUntil(page: Page, isSoFar: () => Promise<boolean> | boolean): Promise<void> {
  await expect(async () => {
    await takeUp(page)
    const howFar = async () => (await isSoFar()) || (await workersAndVersions(page))
    await expect.poll(howFar, { timeout: 3_000 }).toBe(true)
  }).toPass({ timeout: 150_000 })
}

/** What a version that doesn't come has to say for itself; of a page that is just being loaded anew, that it is. */
async function workersAndVersions(page: Page): Promise<string> {
  const said = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const workers = [registration?.installing, registration?.waiting, registration?.active]
    const states = workers.map((worker) => worker?.state ?? 'none').join(', ')
    const kept = (await caches.keys()).join(', ')
    return `document: ${document.readyState}; workers: ${states}; versions on the phone: ${kept}`
  })
  return said.catch(String)
}

/** Whether the worker in charge is the only one that there is. */
function isNoneOnItsWay(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration?.installing === null && registration.waiting === null
  })
}

function expectOffer(page: Page): Promise<void> {
  return takeUpUntil(page, () => offer(page).isVisible())
}

/** Takes the phone up until the page has got its answer. */
async function takeUpFor<T>(page: Page, answer: Promise<T>): Promise<T> {
  let isThere = false
  const noted = answer.finally(() => {
    isThere = true
  })
  await takeUpUntil(page, () => isThere)
  return noted
}

/** Counts the versions that the phone holds; -1: the page is just being loaded anew. */
function keptVersions(page: Page): Promise<number> {
  return page.evaluate(async () => (await caches.keys()).length).catch(() => -1)
}

/** Counts the versions that the phone holds whole. -1: the page is just being loaded anew, or a version being made. */
function wholeVersions(page: Page): Promise<number> {
  const counted = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration?.installing) return -1
    const names = await caches.keys()
    const pages = await Promise.all(
      names.map((cacheName) => caches.match('/', { cacheName, ignoreVary: true })),
    )
    return pages.filter((kept) => kept !== undefined).length
  })
  return counted.catch(() => -1)
}

async function expectWords(carer: Carer, words: string): Promise<void> {
  const isThere = async () => (await carer.tabBar.isVisible()) || (await workersAndVersions(carer.page))
  await expect.poll(isThere).toBe(true)
  await carer.goTo('Plan')
  await expect(carer.page.getByText(words, { exact: true })).toBeVisible()
}

test('a new version is offered, never forced, and taken with a tap; every later start has it, without the server too', async ({
  ownBrowser,
  ownServer,
  next,
}) => {
  const carer = await heldBefore(ownBrowser, ownServer, next)
  const { page } = carer
  await mark(page)
  await expectOffer(page)
  expect(await isMarked(page)).toBe(true)
  await expectWords(carer, OLD_WORDS)

  await offer(page).click()
  await expect.poll(() => isMarked(page)).toBe(false)
  await expectWords(carer, NEW_WORDS)
  await expect(offer(page)).toHaveCount(0)
  await ownServer.kill()
  await ownBrowser.restart()
  const later = await ownBrowser.open()
  await expectWords(later, NEW_WORDS)
  await expect.poll(() => keptVersions(later.page)).toBe(1)
  expect(carer.consoleErrors).toEqual([])
})

test('a new version comes by itself with the next start, for who never taps', async ({
  ownBrowser,
  ownServer,
  next,
}) => {
  const { page } = await heldBefore(ownBrowser, ownServer, next)
  await expectOffer(page)
  await ownBrowser.restart()
  await ownServer.kill()
  await expectWords(await ownBrowser.open(), NEW_WORDS)
})

test('a new version takes over though calls to the server start the old worker anew just as it is to go', async ({
  ownPhone,
  ownServer,
  next,
}) => {
  const { page } = await heldBefore(ownPhone, ownServer, next)
  const calls = await page.evaluateHandle(() => {
    const state = { areOver: false }
    const call = async () => {
      while (!state.areOver) await fetch('/health', { cache: 'no-store' })
    }
    for (let i = 0; i < 3; i++) void call()
    return state
  })
  await takeUpUntil(page, async () => !(await isNoneOnItsWay(page)) || (await offer(page).isVisible()))
  await expect.poll(() => wholeVersions(page)).toBe(2)
  await calls.evaluate((state) => {
    state.areOver = true
  })
  await expectOffer(page)
})

test('a new version says nothing while something is being written, nor over a dialog', async ({
  ownPhone,
  ownServer,
  next,
}) => {
  const carer = await ownPhone.open()
  const { page } = carer
  const form = sleepForm(page)
  await carer.signIn()
  await whenKept(page)
  await carer.goTo('Añadir descanso')
  await form.start.fill('10:00')
  await ownServer.kill()
  await ownServer.restart({ root: next.root })
  // It isn't told before its worker is in charge, which waits until the old one has nothing in hand.
  await takeUpUntil(page, async () => (await wholeVersions(page)) === 2 && (await isNoneOnItsWay(page)))
  const looked = page.waitForResponse(`${ownServer.url}/`)
  await takeUp(page)
  await looked
  await carer.goTo('Diario')
  await expect(offer(page)).toHaveCount(0)
  await carer.goTo('Añadir descanso')
  await expect(form.start).toHaveValue('10:00')
  await form.cancel.click()
  await expect(offer(page)).toBeVisible()

  for (const [tab, label, typed] of [
    ['Diario', 'A qué hora despertó?', '08:20'],
    ['Plan', 'Nombre', 'Luna'],
  ] as const) {
    await carer.goTo(tab)
    const before = await page.getByLabel(label).inputValue()
    await page.getByLabel(label).fill(typed)
    await expect(offer(page)).toHaveCount(0)
    if (tab === 'Plan') await page.getByLabel(label).fill(before)
    else await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(offer(page)).toBeVisible()
  }
  await carer.goTo('Diario')
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(offer(page)).toBeVisible()
})

test('a new version with several tabs: each goes on with its own files and keeps its draft until it is done', async ({
  ownPhone,
  ownServer,
  next,
}) => {
  const one = await ownPhone.open()
  await one.signIn()
  await whenKept(one.page)
  const writing = await ownPhone.open()
  const unseen = await ownPhone.open()
  await expect(unseen.tabBar).toBeVisible()
  const form = sleepForm(writing.page)
  await writing.goTo('Añadir descanso')
  await form.enterStart('10:00')
  await form.end.fill('10:40')
  const lazyPart = await writing.page.evaluate(() => {
    const [part] = performance.getEntriesByType('resource').filter(({ name }) => /SignedIn-.*js$/.test(name))
    return part?.name ?? ''
  })
  for (const { page } of [one, writing, unseen]) {
    await mark(page)
    await whenKept(page)
  }
  await ownServer.kill()
  await ownServer.restart({ root: next.root })
  expect((await fetch(lazyPart)).status).toBe(404)
  await expectOffer(one.page)
  await hide(unseen.page)
  await offer(one.page).click()
  await expect.poll(() => isMarked(one.page)).toBe(false)
  await expectWords(one, NEW_WORDS)

  await test.step('what nobody looks at, and holds nothing, follows', async () => {
    await expect.poll(() => isMarked(unseen.page)).toBe(false)
    await expectWords(unseen, NEW_WORDS)
  })
  await test.step('what is being written stays as it is, with all its parts', async () => {
    expect(await isMarked(writing.page)).toBe(true)
    await expect(form.end).toHaveValue('10:40')
    await expect(offer(writing.page)).toHaveCount(0)
    expect(await writing.page.evaluate(async (url) => (await fetch(url)).status, lazyPart)).toBe(200)
  })
  await test.step('and follows with a tap when it is stored', async () => {
    await form.confirmEnd.click()
    await form.save.click()
    await writing.expectToast('¡Descanso guardado!')
    await offer(writing.page).click()
    await expect.poll(() => isMarked(writing.page)).toBe(false)
    await expectWords(writing, NEW_WORDS)
    await one.goTo('Diario')
    await expect(one.records).toContainText('10:00 – 10:40')
  })
  await test.step('then the phone holds one version', async () => {
    await one.page.reload()
    await expect.poll(() => keptVersions(one.page)).toBe(1)
  })
})

test('a new version that is broken on the server is not taken; the running one goes on, and the next try gets it', async ({
  ownPhone,
  ownServer,
  next,
}) => {
  const broken = anotherVersion('broken', { [OLD_WORDS]: 'Rota' })
  const scripts = readdirSync(join(broken.root, 'dist/app/assets')).filter((file) => file.endsWith('.js'))
  truncateSync(join(broken.root, 'dist/app/assets', scripts[0] ?? ''), 100)
  const carer = await heldBefore(ownPhone, ownServer, broken)
  const { page } = carer
  const failed = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const installing = await new Promise<ServiceWorker | null>((resolve) =>
      registration.addEventListener('updatefound', () => resolve(registration.installing), { once: true }),
    )
    return new Promise((resolve) =>
      installing?.addEventListener('statechange', () => resolve(installing.state), { once: true }),
    )
  })
  expect(await takeUpFor(page, failed)).toBe('redundant')
  await expect(offer(page)).toHaveCount(0)
  await carer.reload()
  await expectWords(carer, OLD_WORDS)

  await ownServer.kill()
  await ownServer.restart({ root: next.root })
  await expectOffer(page)
  await offer(page).click()
  await expectWords(carer, NEW_WORDS)
  broken.remove()
})

test('a page that was already on its way when the phone had kept the app hears of a new version too', async ({
  ownPhone,
  ownServer,
  next,
}) => {
  const early = await ownPhone.context.newPage()
  let letThrough = () => {}
  const isOnItsWay = new Promise<void>((resolve) => {
    const hold = async (route: Route) => {
      await new Promise<void>((goOn) => {
        letThrough = goOn
        resolve()
      })
      await route.continue()
    }
    void early.route(`${ownServer.url}/`, hold, { times: 1 })
  })
  const opened = early.goto(ownServer.url)
  await isOnItsWay
  const { page } = await ownPhone.open()
  await whenKept(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  letThrough()
  await opened
  await whenKept(early)
  await ownServer.kill()
  await ownServer.restart({ root: next.root })
  await expectOffer(early)
})

test('a new version is offered on the login too, and taken with the sign-in', async ({
  ownPhone,
  ownServer,
  owner,
  next,
}) => {
  const carer = await ownPhone.open()
  const { page } = carer
  await whenKept(page)
  await ownServer.kill()
  await ownServer.restart({ root: next.root })
  await expectOffer(page)
  await page.getByLabel('Email').fill(owner.email)
  await expect(offer(page)).toHaveCount(0)
  await carer.page.getByLabel('Contraseña').fill(owner.password)
  await carer.page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expectWords(carer, NEW_WORDS)
})

test.describe('settings of the server', () => {
  test('another day is offered like a new version', async ({ ownPhone, ownServer }) => {
    const carer = await ownPhone.open()
    const { page } = carer
    await carer.signIn()
    await whenKept(page)
    await carer.reload()
    await whenKept(page)
    await ownServer.kill()
    await ownServer.restart({ env: { FIXED_NOW: '2025-08-14T10:00' } })
    await expectOffer(page)
    await offer(page).click()
    await expect(page.getByRole('textbox', { name: 'Fecha' }).first()).toHaveValue('2025-08-14')
  })

  test('a new key is put to use at once: nobody has to reload, and nothing waits', async ({
    ownPhone,
    ownServer,
  }) => {
    await ownServer.kill()
    await ownServer.restart({ env: { ANON_KEY: 'sb_publishable_before' } })
    const carer = await ownPhone.open()
    const { page } = carer
    await carer.signIn()
    await whenKept(page)
    await ownServer.kill()
    await ownServer.restart({ env: { ANON_KEY: 'sb_publishable_after' } })
    await takeUp(page)
    await carer.logWakeUp()
    await expect(carer.records).toContainText('Hora: 08:20')
    await expect(page.getByRole('img', { name: 'Por enviar' })).toBeHidden()
    await expect(page.getByRole('img', { name: 'Nana' }).locator('visible=true')).toBeVisible()
  })
})
