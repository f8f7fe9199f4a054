import type { Page } from '@playwright/test'

/** Firefox's driver has no finger yet: whatever a story taps, the mouse presses. */
export function pressInsteadOfTap(page: Page): void {
  const locators: { tap: ReturnType<Page['locator']>['tap'] } = Object.getPrototypeOf(page.locator('html'))
  locators.tap = function (this: ReturnType<Page['locator']>, options) {
    return this.click(options)
  }
}

type Touch = 'touchStart' | 'touchMove' | 'touchEnd'

/** In CSS pixels, from the corner of the screen. */
export interface Point {
  x: number
  y: number
}

/** Moves fingers as a hand would, in Chromium: each call says which of them are on the glass. */
export async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page)
  return async (type: Touch, ...touchPoints: Point[]): Promise<void> => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
}

/** Moves one finger from a point to another: down, along, up. */
export async function stroke(page: Page, start: Point, end: Point): Promise<void> {
  const touch = await fingers(page)
  await touch('touchStart', start)
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', {
      x: start.x + (end.x - start.x) * share,
      y: start.y + (end.y - start.y) * share,
    })
  }
  await touch('touchEnd')
}
