import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { BabyInfo } from '../../../core/baby/age.ts'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { MADRID, timeZone } from '../../../core/time/zone.ts'
import { startTheme } from '../../device/theme.ts'
import { openLocalDb } from '../../local/local-db.ts'
import { store } from '../../local/phone-store.ts'
import { watchBack } from '../../navigation/browser-history.ts'
import { announceSession, SESSION_KEY } from '../../session/stored-session.ts'
import { removeStandIns } from '../../shell/start/stand-ins.ts'
import { startFont } from '../../ui/style/font.ts'
import { DrawnApp } from './DrawnApp.tsx'

/*
 * This starts the app instead of main.tsx, with what lies on the phone and nothing that talks to a server. It waits to
 * be told whose app to draw.
 */

/** The session never has to be renewed, because nothing is asked of a server. */
const FAR_AWAY_S = 9e9

/** What the phone hears of the server: the rows as they are there now. */
export interface News {
  userId: string
  /** The phone has heard what came before this; null if it is new. */
  from: number | null
  to: number
  baby: BabyInfo
  plan: SleepPlan
  records: readonly SleepRecord[]
  /** These are gone there. */
  deleted: readonly SleepRecord[]
}

const drawnPhone = {
  /** Stores the news as a download does, and tells the app where it is drawn. */
  async hear({ userId, from, to, baby, plan, records, deleted }: News): Promise<void> {
    const db = await openLocalDb(userId, () => {})
    const months = await db.apply({
      from,
      to,
      babies: [{ id: baby.id, row: baby }],
      plans: [{ id: plan.id, row: plan }],
      records: [
        ...records.map((row) => ({ id: row.id, row })),
        ...deleted.map(({ id }) => ({ id, row: null })),
      ],
      deleted: deleted.map(({ id }) => ({ table: 'sleep_records', id })),
      acceptedSeqs: [],
      restores: [],
      putBack: null,
      knownRestores: [],
      known: (id) => deleted.find((row) => row.id === id),
      zone: timeZone(baby.time_zone ?? '') ?? MADRID,
    })
    db.close()
    const otherTab = new BroadcastChannel(`nana-${userId}`)
    otherTab.postMessage({ months, from, to })
    otherTab.close()
  },

  /** Draws the app of this user, who is signed in. */
  async draw(userId: string): Promise<void> {
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
    flushSync(() => createRoot(root).render(createElement(DrawnApp)))
  },

  /** Returns what the app that is drawn shows: what came, and on top of it what waits to be sent. */
  read() {
    const { records, baby, plan } = store.data()
    return { records, baby, plan }
  },
}

declare global {
  interface Window {
    drawnPhone: typeof drawnPhone
  }
}

startTheme()
startFont()
// The app is drawn as on a phone that keeps it: with its own font from the start.
delete document.documentElement.dataset.font
watchBack()
document.getElementById('root')?.remove()
removeStandIns()
window.drawnPhone = drawnPhone
