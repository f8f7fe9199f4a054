import { expect, type Page } from '@playwright/test'

/** Runs in the page: notes what moved without being touched. */
export function watchForShifts(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('hadRecentInput' in entry) || entry.hadRecentInput) continue
      document.documentElement.dataset.shift = JSON.stringify(entry)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Returns what moved last, or undefined while nothing has. */
export function lastShift(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset.shift)
}

/** Resolves when the file of the page's own font has come. */
export async function expectFont(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toContainEqual(expect.stringMatching(/\.woff2$/))
}
