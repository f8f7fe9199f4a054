import type { Page } from '@playwright/test'

/** Firefox's driver has no finger yet: whatever a story taps, the mouse presses. */
export function pressInsteadOfTap(page: Page): void {
  const locators: { tap: ReturnType<Page['locator']>['tap'] } = Object.getPrototypeOf(page.locator('html'))
  locators.tap = function (this: ReturnType<Page['locator']>, options) {
    return this.click(options)
  }
}
