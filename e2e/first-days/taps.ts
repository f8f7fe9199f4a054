import type { Locator } from '@playwright/test'

/** Counts what a thumb does in the app; the keys of the phone's own keyboard don't count. */
export class Taps {
  count = 0

  async on(target: Locator): Promise<void> {
    this.count += 1
    await target.tap()
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.on(field)
    await field.fill(text)
  }
}
