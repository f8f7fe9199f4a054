import { DESK } from '../phone-session.ts'
import type { PhoneKeeping } from './kept-phones.ts'

/**
 * Keeps phones of this origin. Between stories they stay open on a page of it without a script: there the storage is
 * emptied, and the process stays.
 */
export function keepOnDesk(origin: string): PhoneKeeping {
  return {
    title: `phones of the server at ${origin}`,
    async open(context) {
      const desk = await context.newPage()
      await desk.goto(`${origin}${DESK}`)
      return desk
    },
    async empty(context, desk) {
      for (const page of context.pages()) if (page !== desk) await page.close()
      await context.setOffline(false)
      await context.clearCookies()
      await desk.evaluate(async () => {
        localStorage.clear()
        for (const { name = '' } of await indexedDB.databases()) {
          await new Promise((resolve, reject) => {
            const deleting = indexedDB.deleteDatabase(name)
            deleting.onsuccess = resolve
            deleting.onerror = () => reject(deleting.error)
          })
        }
        for (const name of await caches.keys()) await caches.delete(name)
      })
    },
  }
}
