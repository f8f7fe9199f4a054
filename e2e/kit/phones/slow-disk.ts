import type { Page } from '@playwright/test'

/** Keeps the phone's disk busy: what is saved waits until the answer is called. */
export async function holdDisk(page: Page, userId: string): Promise<() => Promise<void>> {
  await page.evaluate(async (id) => {
    const opening = indexedDB.open(`nana-${id}`)
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve
      opening.onerror = reject
    })
    const outbox = opening.result.transaction('outbox', 'readwrite').objectStore('outbox')
    Reflect.set(window, 'isHeld', true)
    // A transaction lives as long as something is asked of it.
    const goOn = () => {
      if (Reflect.get(window, 'isHeld') === true) outbox.count().onsuccess = goOn
      else opening.result.close()
    }
    await new Promise<void>((resolve) => {
      outbox.count().onsuccess = () => {
        goOn()
        resolve()
      }
    })
  }, userId)
  return () => page.evaluate(() => void Reflect.set(window, 'isHeld', false))
}
