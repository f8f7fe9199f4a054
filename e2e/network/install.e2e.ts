import type { Page } from '@playwright/test'
import { expect, test } from '../kit/carer.ts'

const IPHONE_SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const hint = (page: Page) => page.getByRole('region', { name: 'Ten Nana en tu pantalla de inicio' })

/** Makes the offer that Chromium makes by rules of its own, and notes when the app takes it up. */
function browserOffers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => {
      document.documentElement.dataset.asked = String(event.defaultPrevented)
    }
    dispatchEvent(Object.assign(event, { prompt }))
  })
}

test('the browser finds everything it needs to install the app, under the name of the brand', async ({
  phone,
  page,
  context,
}) => {
  await phone.open()
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A private window can't install anything; nothing else may be missing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({
    name: 'Nana',
    short_name: 'Nana',
    start_url: '/',
    lang: 'es',
  })
})

test('where the browser can ask, the diary offers it once and «BSC» for good; the browser asks after the tap', async ({
  carer,
}) => {
  const { page } = carer
  await expect(page.getByLabel('A qué hora despertó?')).toBeVisible()
  await browserOffers(page)
  await expect(hint(page)).toBeHidden()
  await carer.logWakeUp()
  await expect(hint(page)).toBeVisible()
  await hint(page).getByRole('button', { name: 'Ahora no' }).click()
  await expect(hint(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Hoy' })).toBeFocused()
  await carer.reload()
  await expect(carer.records).toHaveCount(1)
  await browserOffers(page)
  await expect(hint(page)).toBeHidden()
  await carer.goTo('BSC')
  await page.getByRole('button', { name: 'Instalar la app' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true')
  await expect(page.getByRole('button', { name: 'Instalar la app' })).toBeHidden()
})

test.describe('Safari on an iPhone', () => {
  test.use({ userAgent: IPHONE_SAFARI })

  for (const standalone of [false, true]) {
    test(
      standalone ? 'says nothing from the home screen' : 'says how, once, and never beside a form',
      async ({ phone: carer, page }) => {
        await page.addInitScript(
          (value) => Object.defineProperty(navigator, 'standalone', { value }),
          standalone,
        )
        await carer.signIn()
        await expect(page.getByLabel('A qué hora despertó?')).toBeVisible()
        await expect(hint(page)).toBeHidden()
        await carer.logWakeUp()
        await carer.expectToast('¡Despertar registrado!')
        await expect(carer.records).toHaveCount(1)
        await expect(hint(page)).toBeVisible({ visible: !standalone })
        if (standalone) return
        await expect(hint(page)).toContainText('Toca Compartir y luego «Añadir a pantalla de inicio».')
        await hint(page).getByRole('button', { name: 'Entendido' }).click()
        await expect(hint(page)).toBeHidden()
        await carer.reload()
        await expect(carer.records).toHaveCount(1)
        await expect(hint(page)).toBeHidden()
      },
    )
  }
})

test('persistent storage is asked for after a sign-in, and by a session that was there before', async ({
  phone: carer,
  page,
}) => {
  await page.addInitScript(() => {
    const { storage } = navigator
    const persist = storage.persist.bind(storage)
    storage.persist = () => {
      document.documentElement.dataset.persist = ''
      return persist()
    }
    // The app looks at this first, and decides with the answer.
    const persisted = storage.persisted.bind(storage)
    storage.persisted = async () => {
      const isPersisted = await persisted()
      document.documentElement.dataset.looked = ''
      return isPersisted
    }
  })
  const asked = page.locator('html[data-persist]')
  const looked = page.locator('html[data-looked]')
  await carer.open()
  // The script takes the page's loader away when it has begun.
  await expect(page.locator('#loader')).toHaveCount(0)
  await expect(asked).toHaveCount(0)
  await carer.signInHere()
  await expect(asked).toHaveCount(1)
  await carer.reload()
  await expect(looked).toHaveCount(1)
  await expect(asked).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('nana-storage-asked', '0'))
  await carer.reload()
  await expect(asked).toHaveCount(1)
})
