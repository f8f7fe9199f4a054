import type { Page } from '@playwright/test'

/** A row of the diary that is shown gets what the app can't draw; the next start finds it. */
export async function spoil(page: Page, table: 'baby_info' | 'sleep_plans', values: object): Promise<void> {
  await page.evaluate(
    async ([table, values]) => {
      const done = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const { id } = JSON.parse(localStorage.getItem('nana-auth') ?? '').user
      const shown = (await indexedDB.databases()).find(({ name }) => name?.startsWith(`nana-${id}.`))
      const db = await done(indexedDB.open(shown?.name ?? `nana-${id}`))
      const rows = db.transaction(table, 'readwrite').objectStore(table)
      const [row] = await done(rows.getAll())
      await done(rows.put({ ...row, ...values }))
      db.close()
    },
    [table, values] as const,
  )
}
