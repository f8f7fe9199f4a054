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

/**
 * Resolves when the page's own font has come, and what could be drawn with it has been. Its file counts as come before
 * a face is made of it, and the page's own face is in no list before it is drawn: so one more is made of the file.
 */
export async function expectFont(page: Page): Promise<void> {
  const files = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(files).toContainEqual(expect.stringMatching(FONT_FILE))
  const file = (await files()).find((name) => FONT_FILE.test(name))
  await page.evaluate(async (url) => {
    await new FontFace('as the page has it', `url(${url})`).load()
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    // What has moved is told behind the frame.
    await new Promise((resolve) => setTimeout(resolve))
  }, file)
}

const FONT_FILE = /\.woff2$/
