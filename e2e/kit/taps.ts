import type { Page } from '@playwright/test'

declare global {
  interface Window {
    taps?: number
  }
}

/** Counts how often the screen is touched while `work` goes on; what is typed into a field counts no tap. */
export async function countTaps(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.taps = 0
    addEventListener(
      'pointerdown',
      () => {
        window.taps = (window.taps ?? 0) + 1
      },
      { capture: true },
    )
  })
  await work()
  return page.evaluate(() => window.taps ?? 0)
}
