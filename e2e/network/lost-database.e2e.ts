import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

// A browser may close the database of a page that sleeps, and another tab may change the one that both use.

const OLD = '2024-01-15'

test.beforeEach(async ({ family, context }) => {
  await family.logs(sleep('siesta', OLD, '10:00', '11:00'))
  await watchConnections(context)
})

/** Keeps hold of the page's connection to its database. To be called before the page opens. */
async function watchConnections(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const open = Reflect.get(IDBFactory.prototype, 'open')
    IDBFactory.prototype.open = function (...asked: Parameters<IDBFactory['open']>) {
      const request: IDBOpenDBRequest = Reflect.apply(open, this, asked)
      // The copy of the session is in a database of its own, which these stories leave alone.
      if (asked[0] === 'nana-session') return request
      request.addEventListener('success', () => Reflect.set(window, 'connection', request.result))
      return request
    }
  })
}

/** Marks the draft, and notes whether it ever left the screen. */
function watchDraft(page: Page): Promise<void> {
  return page.evaluate(() => {
    const draft = document.querySelector('section:not([aria-hidden]) form')
    new MutationObserver(() => {
      if (draft?.isConnected !== true) Reflect.set(window, 'lostDraft', true)
    }).observe(document.body, { subtree: true, childList: true })
  })
}

const lostDraft = (page: Page) => page.evaluate(() => Reflect.has(window, 'lostDraft'))

test('a connection that the browser closes takes nothing from the screen; what was typed is stored', async ({
  phone,
  family,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Añadir descanso')
  const form = sleepForm(page)
  await form.enterStart('10:00')
  await form.end.fill('10:40')
  await watchDraft(page)
  const before = await page.evaluateHandle((): IDBDatabase => Reflect.get(window, 'connection'))
  await before.evaluate((connection) => {
    connection.close()
    connection.dispatchEvent(new Event('close'))
  })
  const isSame = () => before.evaluate((connection) => connection === Reflect.get(window, 'connection'))
  await expect.poll(isSame).toBe(false)
  await form.confirmEnd.click()
  await expect(form.end).toHaveValue('10:40')
  expect(await lostDraft(page)).toBe(false)
  await form.save.click()
  await phone.expectToast('¡Descanso guardado!')
  await expect(phone.records).toContainText('10:00 – 10:40')
  await expect.poll(() => family.countRecords()).toBe(2)
})

test('a database that a newer version has made its own: the page keeps what it shows, and says what to do', async ({
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Añadir descanso')
  const form = sleepForm(page)
  await form.start.fill('10:00')
  await watchDraft(page)
  await page.evaluate(async () => {
    const { name }: IDBDatabase = Reflect.get(window, 'connection')
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(name, 1000)
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        request.result.close()
        resolve()
      }
    })
  })
  await phone.expectToast('Hay una nueva versión de la app.', 'Para seguir guardando, recarga la página.')
  await expect(form.start).toHaveValue('10:00')
  expect(await lostDraft(page)).toBe(false)
  await form.confirmStart.click()
  await phone.expectToast('Error', 'No se pudo iniciar el registro de sueño.')
  await expect(form.start).toHaveValue('10:00')
  await expect(phone.seenButton('Nueva versión: recargar')).toBeVisible()
})
