import type { Page } from '@playwright/test'

/** Makes the page count as hidden, because the test browser takes every tab for visible. */
export function hide(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
  })
}

/** Marks the page: a mark that is gone means that it was loaded anew. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'marked', true))
}

/** A page that is just going away to be loaded anew can't be asked, and has its mark still. */
export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'marked')).catch(() => true)
}
