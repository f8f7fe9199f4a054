import { hold } from '../kit/answers.ts'
import { expect, test, WITH_MOTION } from '../kit/carer.ts'
import { expectFont, lastShift, watchForShifts } from '../kit/layout-shift.ts'

// Every visit gets the page from the server here; installed-app.e2e.ts is about the one that the phone keeps.
test.use({ serviceWorkers: 'block' })
test.use(WITH_MOTION)

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor sees the login, whole and in the words of the brand', async ({ phone: carer, page }) => {
    await carer.open()
    await expect(page).toHaveTitle('Nana')
    await expect(page.getByRole('heading', { name: 'Nana' })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByLabel('Contraseña')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Visitar nuestra web' })).toHaveAttribute(
      'href',
      'https://www.bsc.example/',
    )
    await expect(page.getByText('Cargando datos...')).toBeHidden()
    expect(carer.consoleErrors).toEqual([])
  })

  test('the page brings its own styles and waits for no file', async ({ page, server }) => {
    const response = await page.goto(server.url)
    // A disabled stylesheet is not waited for: it only tells later parts that their styles are here already.
    const waitedFor = 'link[rel=stylesheet]:not([disabled]), link[rel=modulepreload], script[src]'
    await expect(page.locator(waitedFor)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toHaveCSS('min-height', '52px')
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/style-src 'self' 'sha256-/)
    expect(policy).not.toContain('unsafe-inline')
  })
})

test('the script is asked for when the page has been painted, and holds up no frame', async ({
  phone: carer,
  page,
}) => {
  await carer.open()
  await expect(page.locator('#loader')).toHaveCount(0)
  const times = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    asked: performance.getEntriesByType('resource').find(({ name }) => /index-[^/]*\.js$/.test(name))
      ?.startTime,
  }))
  expect(times.painted).toBeGreaterThan(0)
  expect(times.asked).toBeGreaterThan(times.painted ?? Number.POSITIVE_INFINITY)
})

test('the login comes to life in a browser that doesn’t tell of its paints, too', async ({
  phone: carer,
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PerformanceObserver'))
  await carer.open()
  await carer.enterPassword()
  await expect(carer.tabBar).toBeVisible()
})

test('what is typed and sent before the script is there is kept, and sent when it is', async ({
  phone: carer,
  page,
  context,
  server,
}) => {
  const releaseScript = await hold(context, SCRIPT)
  await carer.open()
  await carer.enterPassword()
  await expect(page.locator('form[data-waiting]')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
  releaseScript()
  await expect(carer.tabBar).toBeVisible()
  expect(carer.consoleErrors).toEqual([])
})

for (const by of ['a finger', 'a password manager'] as const) {
  test(`what ${by} sends while the login comes to life is sent once, as it was typed`, async ({
    phone: carer,
    page,
    context,
    account,
  }) => {
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/token')) sent.push(request.postDataJSON())
    })
    const releaseScript = await hold(context, SCRIPT)
    await page.addInitScript(sendWhileItWakes, by)
    await carer.open()
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Contraseña').fill(account.password)
    releaseScript()
    await expect(carer.tabBar).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset.sent)).toBe('in between')
    expect(sent).toEqual([expect.objectContaining({ email: account.email, password: account.password })])
    expect(carer.consoleErrors).toEqual([])
  })
}

test('the address of who was here is filled in when the script comes, but not where somebody is typing', async ({
  phone: carer,
  page,
  context,
}) => {
  await carer.open()
  await page.evaluate(() => localStorage.setItem('nana-session-ended', 'ana@example.org'))
  await page.reload()
  const field = page.getByLabel('Email')
  await expect(field).toHaveValue('ana@example.org')
  const releaseScript = await hold(context, SCRIPT)
  // The script would keep the page from being loaded.
  await page.reload({ waitUntil: 'commit' })
  await field.focus()
  releaseScript()
  await expect(page.getByText('Tu sesión ha caducado.')).toBeVisible()
  await page.keyboard.type('mia@')
  await expect(field).toHaveValue('mia@')
})

test('what is sent while the script still asks the disk for a session is kept as well', async ({
  phone: carer,
  page,
}) => {
  await page.addInitScript(() => {
    const databases = indexedDB.databases.bind(indexedDB)
    // The app asks again once it is signed in.
    const sent = new Promise((resolve) => addEventListener('submit', () => setTimeout(resolve, 500)))
    indexedDB.databases = async () => {
      Reflect.set(window, 'isAsking', true)
      await sent
      return databases()
    }
  })
  await carer.open()
  await page.waitForFunction(() => Reflect.get(window, 'isAsking'))
  await carer.enterPassword()
  await expect(carer.tabBar).toBeVisible()
  expect(carer.consoleErrors).toEqual([])
})

test('a button pressed before the script is there answers when it is', async ({ page, context, server }) => {
  const releaseScript = await hold(context, SCRIPT)
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  releaseScript()
  await expect(page.getByRole('dialog', { name: 'Solicitar prueba de 30 días' })).toBeVisible()
})

test('someone with a session sees the loader and then the diary, never the login', async ({ carer }) => {
  const { page } = carer
  const releaseScript = await hold(page.context(), SCRIPT)
  await page.addInitScript(watchForLogin)
  // Where there is a picture of the diary, it stands there instead (kept-picture.e2e.ts).
  await page.addInitScript(() => localStorage.removeItem('nana-picture'))
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Cargando datos...')).toBeVisible()
  await expect(page.getByText('Un momento, por favor.')).toBeVisible()
  releaseScript()
  await expect(carer.tabBar).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.loginSeen)).toBeUndefined()
})

test('a stored session that makes no sense leads to the login', async ({ phone: carer, page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('nana-auth')) localStorage.setItem('nana-auth', '{"access_token":1}')
  })
  await carer.signIn()
  expect(carer.consoleErrors).toEqual([])
})

test('the app is fetched again while the network is away', async ({ phone: carer, page, context }) => {
  await context.route('**/assets/*.js', (route) => route.abort('internetdisconnected'))
  const noticed = page.waitForEvent('console', (message) => message.type() === 'warning')
  await carer.open()
  await noticed
  await context.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a tab pressed before its screen is there shows the loader, and then the screen that was pressed last', async ({
  carer,
}) => {
  const { page } = carer
  const releaseScreens = await hold(page.context(), '**/assets/other-screens-*.js')
  await page.reload({ waitUntil: 'commit' })
  await carer.tabBar.getByRole('button', { name: 'Plan' }).tap()
  await expect(page.getByText('Cargando datos...')).toBeVisible()
  await carer.tabBar.getByRole('button', { name: 'Gráfico' }).tap()
  await expect(page.getByText('Cargando datos...')).toBeVisible()
  releaseScreens()
  await expect(page.getByRole('heading', { name: 'Gráfico Semanal' })).toBeVisible()
  await carer.goTo('Plan')
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toBeVisible()
  expect(carer.consoleErrors).toEqual([])
})

test('the other screens are fetched again while the network is away; the diary works meanwhile', async ({
  carer,
}) => {
  const { page } = carer
  const context = page.context()
  await context.route('**/assets/other-screens-*.js', (route) => route.abort('internetdisconnected'))
  const noticed = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.reload({ waitUntil: 'commit' })
  await noticed
  await carer.logWakeUp()
  await expect(carer.records).toContainText('Hora: 08:20')
  await context.unroute('**/assets/other-screens-*.js')
  await carer.goTo('Plan')
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme })

    test('stands before the script, the phone’s own bar included', async ({ page, context, server }) => {
      await hold(context, SCRIPT)
      await page.goto(server.url)
      const [html, bar, head] = await page.evaluate(() => [
        document.documentElement.dataset.theme,
        document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content,
        getComputedStyle(document.documentElement).getPropertyValue('--head'),
      ])
      expect([html, bar]).toEqual([theme, head])
    })

    test('nothing moves: not when the script comes, nor the font, nor the data', async ({
      phone: carer,
      page,
      context,
      server,
    }) => {
      await page.addInitScript(watchForShifts)
      const releaseFont = await hold(context, '**/*.woff2')
      // Of a page that has only begun to come the loader is missing, too.
      await page.goto(server.url, { waitUntil: 'domcontentloaded' })
      // Nothing is pressed here, because what moves right after a touch isn't counted.
      await expect(page.locator('#loader')).toHaveCount(0)
      releaseFont()
      await expectFont(page)
      expect(await lastShift(page)).toBeUndefined()
      await carer.signIn()
      await carer.reload()
      await expectFont(page)
      expect(await lastShift(page)).toBeUndefined()
      expect(carer.consoleErrors).toEqual([])
    })
  })
}

const SCRIPT = '**/assets/index-*.js'

/** Runs in the page: notes if a frame ever shows the login. */
function watchForLogin(): void {
  const look = () => {
    const form = document.querySelector('input[type=password]')
    if (form?.checkVisibility()) document.documentElement.dataset.loginSeen = ''
    requestAnimationFrame(look)
  }
  look()
}

/**
 * Runs in the page: sends the login's form once the app has begun to bring it to life. The loader goes in the same
 * step, and of that step's tasks none has had its turn when this is told.
 */
function sendWhileItWakes(by: 'a finger' | 'a password manager'): void {
  const observer = new MutationObserver(() => {
    const form = document.querySelector('form')
    if (form === null || document.getElementById('loader') !== null) return
    observer.disconnect()
    const isKnown = (element: Element | null) =>
      Object.keys(element ?? {}).some((key) => key.startsWith('__react'))
    const isInBetween = isKnown(document.getElementById('root')) && !isKnown(form)
    document.documentElement.dataset.sent = isInBetween ? 'in between' : 'too early, or too late'
    if (by === 'a finger') form.querySelector<HTMLElement>('[type=submit]')?.click()
    else form.requestSubmit()
  })
  addEventListener('DOMContentLoaded', () => observer.observe(document, { childList: true, subtree: true }))
}
