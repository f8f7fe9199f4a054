import type { Page } from '@playwright/test'

/**
 * From here on the disk has no room for changes of this kind, or for any after the first: the browser gives up the
 * transaction they are in.
 */
export async function refuseToStore(
  page: Page,
  which: 'delete' | 'insert' | 'patch' | 'any after the first',
) {
  await page.evaluate((refused) => {
    const isWatched = Reflect.has(window, 'refusedChanges')
    Reflect.set(window, 'refusedChanges', { refused, stored: 0 })
    if (isWatched) return
    const add = Reflect.get(IDBObjectStore.prototype, 'add')
    IDBObjectStore.prototype.add = function (change: { kind?: string }) {
      const request: IDBRequest = Reflect.apply(add, this, [change])
      if (change.kind === undefined) return request
      const { refused, stored } = Reflect.get(window, 'refusedChanges')
      Reflect.set(window, 'refusedChanges', { refused, stored: stored + 1 })
      if (change.kind === refused || (refused === 'any after the first' && stored > 0))
        this.transaction.abort()
      return request
    }
  }, which)
}
