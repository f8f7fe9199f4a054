import type { BrowserContext, Page } from '@playwright/test'
import type { Account, ServerProcess } from './server-process.ts'

/** The server answers here with a page of its origin that has no script. */
export const DESK = '/health'

/** Puts a new session of the account onto the phone, as the app keeps it, without the app having run. */
export async function putSession(
  context: BrowserContext,
  server: ServerProcess,
  account: Account,
): Promise<void> {
  await keepSession(context, server, (userAgent) => server.signIn(account, userAgent))
}

/** Puts onto the phone, as the app keeps it, the session that `begin` begins for a browser of that name. */
export async function keepSession(
  context: BrowserContext,
  server: ServerProcess,
  begin: (userAgent: string) => Promise<object>,
): Promise<void> {
  const atDesk = `${server.url}${DESK}`
  const kept = context.pages().find((page) => page.url() === atDesk)
  const desk = kept ?? (await context.newPage())
  if (desk !== kept) await desk.goto(atDesk)
  const session = await begin(await desk.evaluate(() => navigator.userAgent))
  await desk.evaluate((text) => localStorage.setItem('nana-auth', text), JSON.stringify(session))
  if (desk !== kept) await desk.close()
}

/** Makes the phone's token end at that second of the clock; without one it ended long ago. */
export function expireToken(page: Page, atSecond = 1): Promise<void> {
  return page.evaluate((expires_at) => {
    const session = JSON.parse(localStorage.getItem('nana-auth') ?? '')
    localStorage.setItem('nana-auth', JSON.stringify({ ...session, expires_at }))
  }, atSecond)
}

/** Ends the phone's session at the server, as when it is signed out from afar; the phone doesn't know yet. */
export async function endSession(page: Page, { url }: ServerProcess): Promise<void> {
  const [token, key] = await page.evaluate(() => [
    String(JSON.parse(localStorage.getItem('nana-auth') ?? '').access_token),
    String(JSON.parse(document.getElementById('settings')?.textContent ?? '').anonKey),
  ])
  const { ok, status } = await fetch(`${url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: key, Authorization: `Bearer ${token}` },
  })
  if (!ok) throw new Error(`The session could not be ended: ${status}`)
}

/** Returns what of a family is on the phone: names of databases, and keys of localStorage. */
export function leftOnPhone(page: Page): Promise<{ databases: (string | undefined)[]; storage: string[] }> {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map((database) => database.name),
    // The theme is the phone's own, and so is the note of when the browser was asked to keep what is stored. Styles
    // are the app's.
    storage: Object.keys(localStorage).filter(
      (key) => !['theme', 'nana-storage-asked', 'nana-picture-styles'].includes(key),
    ),
  }))
}

/** Returns how many changes of who is signed in wait on the phone for the server, drawn or not. */
export function countWaiting(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const userId = JSON.parse(localStorage.getItem('nana-auth') ?? '').user.id
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(`nana-${userId}`)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const entries = await new Promise<{ state: { kind: string } }[]>((resolve, reject) => {
      const reading = db.transaction('outbox').objectStore('outbox').getAll()
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
    db.close()
    return entries.filter(({ state }) => state.kind === 'waiting').length
  })
}

/** Tells how much each store of the phone's database holds; of an empty one, or of none, nothing. */
export function whatIsKept(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const [name] = names.filter((known) => known.startsWith('nana-') && known !== 'nana-session')
    if (name === undefined) return {}
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const opening = indexedDB.open(name)
    // The app has taken it away meanwhile: to look must not make it anew.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    const db = await done(opening).catch((reason: unknown) => {
      if (reason instanceof DOMException && reason.name === 'AbortError') return null
      throw reason
    })
    if (db === null) return {}
    const stores = [...db.objectStoreNames]
    const tx = db.transaction(stores)
    const counts = await Promise.all(stores.map((store) => done(tx.objectStore(store).count())))
    db.close()
    return Object.fromEntries(
      stores.map((store, index) => [store, counts[index] ?? 0] as const).filter(([, count]) => count > 0),
    )
  })
}
