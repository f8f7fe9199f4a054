import type { Page } from '@playwright/test'

/** Makes the page count as hidden, because the test browser takes every tab for visible. */
export function hide(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
  })
}

/** The carer looks at something else, or comes back: the page is told so, as when a phone is locked and unlocked. */
export function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** Marks the page: a mark that is gone means that it was loaded anew. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'marked', true))
}

/** A page that is just going away to be loaded anew can't be asked, and has its mark still. */
export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'marked')).catch(() => true)
}
