import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { DEFAULT_BABY_NAME } from '../../../core/baby/age.ts'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { openLocalDb } from '../../local/local-db.ts'
import { store } from '../../local/phone-store.ts'
import { announceSession, SESSION_KEY } from '../../session/stored-session.ts'
import { clearToast } from '../../ui/overlays/toasts.ts'
import { DrawnApp } from './DrawnApp.tsx'

/** The session never has to be renewed, because nothing is asked of a server. */
const FAR_AWAY_S = 9e9

let drawn: Root | null = null

/**
 * Draws the app of a carer whose phone holds these records, as it stands on Monday 2025-08-11 at 16:20 in Madrid. The
 * rest is the app's own, down to IndexedDB, but nothing goes to a server: what is logged stays to be sent.
 */
export async function drawPhone(records: readonly SleepRecord[] = []): Promise<void> {
  leavePhone()
  const userId = crypto.randomUUID()
  await fillPhone(userId, records)
  const session = {
    access_token: 'token',
    refresh_token: 'token',
    expires_at: FAR_AWAY_S,
    user: { id: userId, email: 'ana@example.org' },
  }
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  announceSession()
  await store.whenRead()
  const root = document.body.appendChild(document.createElement('div'))
  root.id = 'root'
  drawn = createRoot(root)
  flushSync(() => drawn?.render(createElement(DrawnApp)))
}

/** Returns the records of this phone, with what waits to be sent. */
export function recordsOnPhone(): readonly SleepRecord[] {
  return store.data().records
}

/** What lies in the databases stays: the next phone is another family’s and never finds it. */
function leavePhone(): void {
  drawn?.unmount()
  document.body.replaceChildren()
  clearToast()
  localStorage.clear()
  history.replaceState(null, '')
}

async function fillPhone(userId: string, records: readonly SleepRecord[]): Promise<void> {
  const own = { id: userId, user_id: userId }
  const baby = { ...own, name: DEFAULT_BABY_NAME, birth_date: '2025-08-11', birth_date_known: false }
  const db = await openLocalDb(userId, () => {})
  await db.apply({
    from: null,
    to: 1,
    babies: [{ id: userId, row: baby }],
    plans: [{ id: userId, row: { ...own, ...DEFAULT_PLAN } }],
    records: records.map((row) => ({ id: row.id, row: { ...row, user_id: userId } })),
    deleted: [],
    acceptedSeqs: [],
    known: () => undefined,
    zone: MADRID,
  })
  db.close()
}
