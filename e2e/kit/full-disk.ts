import type { Page } from '@playwright/test'

/**
 * Leaves the phone no room: for all changes, for those of one table or for what is downloaded. The browser then aborts
 * the transaction, as it does when it meets its quota. A page that is loaded anew has room again.
 */
export async function fillDisk(page: Page, forTable: 'all' | 'sleep_plans' | 'downloads'): Promise<void> {
  await page.evaluate((table) => {
    const isWatched = Reflect.has(window, 'fullFor')
    Reflect.set(window, 'fullFor', table)
    if (isWatched) return
    const doomed = new WeakSet<IDBTransaction>()
    const endLater = (transaction: IDBTransaction, request: IDBRequest) => {
      doomed.add(transaction)
      request.addEventListener('success', () => {
        if (doomed.delete(transaction)) transaction.abort()
      })
    }
    // A transaction that is told to commit can't be aborted by the page any more, only by the browser. It ends once the
    // disk has come to it: not at once where that is busy.
    const commit = Reflect.get(IDBTransaction.prototype, 'commit')
    IDBTransaction.prototype.commit = function () {
      if (!doomed.has(this)) Reflect.apply(commit, this, [])
    }
    const add = Reflect.get(IDBObjectStore.prototype, 'add')
    IDBObjectStore.prototype.add = function (change: { table?: string }, key?: IDBValidKey) {
      const request: IDBRequest = Reflect.apply(add, this, key === undefined ? [change] : [change, key])
      const full = Reflect.get(window, 'fullFor')
      if (full === 'all' || (full !== null && full === change.table)) endLater(this.transaction, request)
      return request
    }
    const put = Reflect.get(IDBObjectStore.prototype, 'put')
    IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
      const request: IDBRequest = Reflect.apply(put, this, key === undefined ? [value] : [value, key])
      if (this.name === 'months' && Reflect.get(window, 'fullFor') === 'downloads') {
        endLater(this.transaction, request)
      }
      return request
    }
  }, forTable)
}

export async function freeDisk(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'fullFor', null))
}

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
