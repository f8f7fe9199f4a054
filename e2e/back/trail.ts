import { expect, type Page } from '@playwright/test'

/** Goes back as the phone's gesture or key would: both are the browser's own back. */
export async function back(page: Page): Promise<void> {
  await page.evaluate(() => history.back())
}

/** Waits until the browser's history holds just these screens: it follows a moment after each press. */
export async function expectTrail(page: Page, ...trail: string[]): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.trail)).toEqual(trail)
}

/** Returns the screens that the browser's history holds. */
export async function trailOf(page: Page): Promise<string[]> {
  return page.evaluate(() => history.state.trail)
}
