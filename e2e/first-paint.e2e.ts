import type { Page } from '@playwright/test'
import { expect, test } from './carer.ts'
import { hold } from './hold.ts'

// The page as the server hands it out, on every visit; installed-app.e2e.ts is about the phone's own.
test.use({ serviceWorkers: 'block' })

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
    // A disabled one only tells later parts that their styles are here already.
    const waitedFor = 'link[rel=stylesheet]:not([disabled]), link[rel=modulepreload], script[src]'
    await expect(page.locator(waitedFor)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toHaveCSS('min-height', '52px')
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/style-src 'self' 'sha256-/)
    expect(policy).not.toContain('unsafe-inline')
  })
})

test('what is typed and sent before the script is there is kept, and sent when it is', async ({
  phone: carer,
  page,
  context,
  server,
  account,
}) => {
  const releaseScript = await hold(context, SCRIPT)
  await carer.open()
  await carer.enterPassword(account)
  await expect(page.locator('form[data-waiting]')).toBeVisible()
  expect(page.url()).toBe(`${server.url}/`)
  releaseScript()
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
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Cargando datos...')).toBeVisible()
  await expect(page.getByText('Un momento, por favor.')).toBeVisible()
  releaseScript()
  await expect(carer.tabBar).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.loginSeen)).toBeUndefined()
})

test('a stored session that makes no sense leads to the login', async ({ phone: carer, page, account }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('nana-auth')) localStorage.setItem('nana-auth', '{"access_token":1}')
  })
  await carer.signIn(account)
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

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme })

    test('stands before the script, the phone’s own bar included', async ({ page, context, server }) => {
      await hold(context, SCRIPT)
      await page.goto(server.url)
      const [html, bar, face] = await page.evaluate(() => [
        document.documentElement.dataset.theme,
        document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content,
        getComputedStyle(document.documentElement).getPropertyValue('--face'),
      ])
      expect([html, bar]).toEqual([theme, face])
    })

    test('nothing moves: not when the script comes, nor the font, nor the data', async ({
      phone: carer,
      page,
      context,
      server,
      account,
    }) => {
      await page.addInitScript(watchForShifts)
      const releaseFont = await hold(context, '**/*.woff2')
      await page.goto(server.url, { waitUntil: 'commit' })
      // Nothing is pressed here: what moves right after a touch isn't counted.
      await expect(page.locator('#loader')).toHaveCount(0)
      releaseFont()
      await expectFont(page)
      expect(await lastShift(page)).toBeUndefined()
      await carer.signIn(account)
      await carer.reload()
      await expectFont(page)
      expect(await lastShift(page)).toBeUndefined()
      expect(carer.consoleErrors).toEqual([])
    })
  })
}

const SCRIPT = '**/assets/index-*.js'

async function expectFont(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].map((face) => `${face.family} ${face.status}`)))
    .toContain('Instrument Sans loaded')
}

/** Runs in the page: notes if a frame ever shows the login. */
function watchForLogin(): void {
  const look = () => {
    const form = document.querySelector('input[type=password]')
    if (form?.checkVisibility()) document.documentElement.dataset.loginSeen = ''
    requestAnimationFrame(look)
  }
  look()
}

/** Runs in the page: notes what moved without being touched. */
function watchForShifts(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('hadRecentInput' in entry) || entry.hadRecentInput) continue
      document.documentElement.dataset.shift = JSON.stringify(entry)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

function lastShift(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset.shift)
}
