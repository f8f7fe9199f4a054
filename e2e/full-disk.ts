import type { BrowserContext, Page } from '@playwright/test'

/**
 * A phone that has no room left, for all changes or for those of one table: the browser aborts the transaction, as it
 * does when it meets its quota. To be called before the page opens; there is room until `fillDisk`.
 */
export async function watchDisk(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const add = Reflect.get(IDBObjectStore.prototype, 'add')
    IDBObjectStore.prototype.add = function (change: { table?: string }, key?: IDBValidKey) {
      const request = Reflect.apply(add, this, key === undefined ? [change] : [change, key])
      const full = Reflect.get(window, 'fullFor')
      if (full === 'all' || (full !== undefined && full === change.table)) this.transaction.abort()
      return request
    }
  })
}

export async function fillDisk(page: Page, forTable: 'all' | 'sleep_plans'): Promise<void> {
  await page.evaluate((table) => Reflect.set(window, 'fullFor', table), forTable)
}

export async function freeDisk(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(window, 'fullFor'))
}
