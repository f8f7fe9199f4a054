import type { Page } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { type DrawnCarer, test } from '../kit/drawn/drawn-story.ts'

test.use(WITH_MOTION)

const toasts = (page: Page) => page.locator('[data-toast]')

/** Saves the wake-up, whose toast offers to undo it. */
async function saveWakeUp(carer: DrawnCarer): Promise<void> {
  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
}

test.describe('a toast by the clock', () => {
  test('it goes by itself after 5 seconds, and not before', async ({ phone: carer, page }) => {
    await page.clock.install()
    await carer.signIn()
    for (const said of ['Por favor, introduce una hora.', '¡Despertar registrado!']) {
      await carer.stopClock()
      if (said.startsWith('¡')) await page.getByLabel('A qué hora despertó?').fill('08:20')
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await expect(toasts(page)).toContainText(said)
      await page.clock.runFor(4900)
      await expect(toasts(page)).toHaveCount(1)
      await page.clock.runFor(200)
      await expect(toasts(page)).toHaveCount(0)
      await page.clock.resume()
    }
  })
})

test('a toast goes by itself also after a mouse has closed the one before', async ({
  phone: carer,
  page,
}) => {
  await page.clock.install()
  await carer.signIn()
  await carer.stopClock()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(toasts(page)).toContainText('Por favor, introduce una hora.')
  // The toast is drawn a moment before it listens to the pointer.
  await page.clock.runFor(100)
  const close = await toasts(page).getByRole('button', { name: 'Cerrar' }).boundingBox()
  if (!close) throw new Error('No toast')
  const [x, y] = [close.x + close.width / 2, close.y + close.height / 2]
  await page.mouse.move(x - 3, y)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.up()
  await expect(toasts(page)).toHaveCount(0)
  await page.getByLabel('A qué hora despertó?').fill('08:20')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(toasts(page)).toContainText('¡Despertar registrado!')
  await page.clock.runFor(5100)
  await expect(toasts(page)).toHaveCount(0)
})

test.describe('a swipe on a toast', () => {
  for (const { towards, byPx, goes } of [
    { towards: 'right', byPx: 60, goes: true },
    { towards: 'right by less than 50 px', byPx: 40, goes: false },
    { towards: 'left', byPx: -120, goes: false },
  ]) {
    test(`to the ${towards} ${goes ? 'takes it away' : 'leaves it'}`, async ({ carer, page }) => {
      await saveWakeUp(carer)
      await carer.holdToast()
      // A toast that still rises would be missed by the finger.
      await atRest(page)
      const box = await toasts(page).boundingBox()
      if (!box) throw new Error('No toast')
      const [x, y] = [box.x + 140, box.y + 20]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + byPx / 2, y, { steps: 4 })
      await page.mouse.move(x + byPx, y, { steps: 4 })
      await page.mouse.up()
      await expect(toasts(page)).toHaveCount(goes ? 0 : 1)
      await expect(carer.records).toHaveCount(1)
    })
  }
})

test('a toast’s cross takes it away', async ({ carer }) => {
  await saveWakeUp(carer)
  await toasts(carer.page).getByRole('button', { name: 'Cerrar' }).click()
  await expect(toasts(carer.page)).toHaveCount(0)
})

test('a toast by keyboard: F8 goes to it, the keyboard undoes, and the focus returns to where it was', async ({
  carer,
}) => {
  const { page } = carer
  await saveWakeUp(carer)
  const plan = carer.tabBar.getByRole('button', { name: 'Plan' })
  await plan.focus()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toasts(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(carer.records).toHaveCount(0)
  await expect(toasts(page)).toHaveCount(0)
  await expect(plan).toBeFocused()
})

test('Escape takes a toast away, and the focus returns', async ({ carer, page }) => {
  await saveWakeUp(carer)
  await carer.tabBar.getByRole('button', { name: 'Plan' }).focus()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
  await expect(carer.tabBar.getByRole('button', { name: 'Plan' })).toBeFocused()
})

test('a mouse takes a toast away, and the focus returns; where nothing had it, the title has it', async ({
  carer,
  page,
}) => {
  const save = page.getByRole('button', { name: 'Guardar', exact: true })
  const cross = toasts(page).getByRole('button', { name: 'Cerrar' })
  await save.click()
  await carer.tabBar.getByRole('button', { name: 'Plan' }).focus()
  await cross.click()
  await expect(toasts(page)).toHaveCount(0)
  await expect(carer.tabBar.getByRole('button', { name: 'Plan' })).toBeFocused()
  await save.click()
  await expect(toasts(page)).toHaveCount(1)
  await save.blur()
  await cross.click()
  await expect(toasts(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a toast that goes for a newer one gives the focus back', async ({ carer, page }) => {
  const save = page.getByRole('button', { name: 'Guardar', exact: true })
  const plan = carer.tabBar.getByRole('button', { name: 'Plan' })
  await save.click()
  await plan.focus()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toasts(page)).toBeFocused()
  const first = await toasts(page).elementHandle()
  // As from afar: the focus stays where it is.
  await save.evaluate((button: HTMLElement) => button.click())
  await expect.poll(() => first?.evaluate((toast) => toast.isConnected)).toBe(false)
  await expect(toasts(page)).toHaveCount(1)
  await expect(plan).toBeFocused()
})

test('a toast stays while it has the focus', async ({ phone: carer, page }) => {
  await page.clock.install()
  await carer.signIn()
  await carer.stopClock()
  await saveWakeUp(carer)
  // The toast is drawn a moment before it listens to the focus. Once its words have been read out, it does.
  const readOut = page.getByRole('status').filter({ hasText: '¡Despertar registrado!' })
  await page.clock.runFor(100)
  await expect(readOut).toHaveCount(1)
  await page.clock.runFor(1000)
  await expect(readOut).toHaveCount(0)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toasts(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toasts(page).getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
})

test('when a toast comes it is read out, failures at once', async ({ carer, page }) => {
  // The words stand in the live region for a second only.
  await page.evaluate(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status][aria-live]')) {
        said.push(`${region.getAttribute('aria-live')}: ${region.textContent}`)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const announced = (politeness: 'polite' | 'assertive', words: string) =>
    expect
      .poll(async () => {
        const said: string[] = await page.evaluate(() => Reflect.get(window, 'said'))
        return said.some((line) => line.startsWith(politeness) && line.includes(words))
      })
      .toBe(true)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await announced('assertive', 'Error')
  await announced('assertive', 'Por favor, introduce una hora.')
  await saveWakeUp(carer)
  await announced('polite', '¡Despertar registrado!')
})

test('until the first toast only the app itself hears what is touched', async ({ phone: carer, page }) => {
  await page.evaluate(() => {
    const listen: EventTarget['addEventListener'] = Reflect.get(EventTarget.prototype, 'addEventListener')
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      if (type === 'pointerdown' && this instanceof Element) this.setAttribute('data-hears', '')
      return listen.call(this, type, ...rest)
    }
  })
  await carer.signIn()
  await expect(page.locator('[data-hears]', { has: page.getByRole('navigation') })).toHaveCount(1)
  await expect(page.locator('[data-hears]', { has: page.getByRole('region', { name: /F8/ }) })).toHaveCount(1)
  await expect(page.locator('body[data-hears]')).toHaveCount(0)
})
