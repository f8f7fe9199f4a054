import type { BabyInfo } from '../../core/baby/age.ts'
import { babyZone } from '../../core/baby/baby-zone.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { LocalDate, TimeZone } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { sendable } from './outbox.ts'
import type { RowCache } from './row-cache.ts'

export interface RefusedChange {
  seq: number
  kind: 'insert' | 'patch' | 'delete'
  rowId: string
  table: string
  /** Why the server refused it, in the server's words. */
  message: string
}

export interface SyncStatus {
  online: boolean
  /** The network is fine, but the server answers that it can't work, or doesn't accept this session. */
  isServerTroubled: boolean
  /** The phone has no room for what the server sends. */
  isPhoneFull: boolean
  /** Changes on their way to the server: not the refused ones, nor those that wait behind them. */
  pending: number
  /** Ids of the rows that the pending changes are on. */
  pendingIds: ReadonlySet<string>
  refused: readonly RefusedChange[]
}

/** Why some of the log isn't here: it is being read or downloaded, or that failed for now. */
export type Missing = 'on-its-way' | 'failed'

export interface BabyData {
  phase: 'loading' | 'ready'
  /** The first download failed and this phone has nothing yet. It keeps trying; records can be logged. */
  loadFailed: boolean
  /** Null until this phone has the row, as is the plan. */
  baby: BabyInfo | null
  plan: SleepPlan | null
  /** Where the family lives: its walls are what every date and time is read from. */
  zone: TimeZone
  /** Newest first; the same array while no record changes. */
  records: readonly SleepRecord[]
  /** Those of `records` that haven't ended, newest first; the same array while none of these changes. */
  open: readonly SleepRecord[]
  /** Null: `records` is the whole log, as this phone has downloaded it once and has read all that it keeps. */
  missing: Missing | null
  sync: SyncStatus
  /** Records that were changed here and deleted elsewhere, until the carer takes note or brings them back. */
  lost: readonly SleepRecord[]
  /** Keys (`pairKey`) of the pairs of records that look like one sleep and that the carer called two. */
  pairsKeptApart: readonly string[]
  /** The day on which the question for the baby's age was put off last. */
  putOffOn: LocalDate | null
}

/** How the last try to reach the server, and to store what it says, went. */
export interface SyncHealth {
  online: boolean
  isServerTroubled: boolean
  isPhoneFull: boolean
  loadFailed: boolean
  /** A round has ended, well or not. */
  isTried: boolean
}

/** What is shown before the local database is read, and where a page is drawn without a browser. */
export const LOADING: BabyData = {
  phase: 'loading',
  loadFailed: false,
  baby: null,
  plan: null,
  zone: MADRID,
  records: [],
  open: [],
  missing: 'on-its-way',
  sync: {
    online: true,
    isServerTroubled: false,
    isPhoneFull: false,
    pending: 0,
    pendingIds: new Set(),
    refused: [],
  },
  lost: [],
  pairsKeptApart: [],
  putOffOn: null,
}

export function babyDataOf(
  cache: RowCache,
  isHistoryRead: boolean,
  { loadFailed, isTried, ...health }: SyncHealth,
): BabyData {
  const waiting = sendable(cache.entries)
  const isKnown =
    cache.cursor === null
      ? // These rows are of a download that goes on, or of before an upgrade of the phone's database.
        cache.onServer.size > 0
      : // The first round of a new account makes the baby: shown before that, the screen would move when it comes.
        cache.baby !== null || isTried
  return {
    phase: isKnown || loadFailed ? 'ready' : 'loading',
    loadFailed,
    baby: cache.baby,
    plan: cache.plan,
    zone: babyZone(cache.baby),
    records: cache.records,
    open: cache.open,
    missing: isHistoryRead && cache.cursor !== null ? null : loadFailed ? 'failed' : 'on-its-way',
    lost: cache.memory.lost,
    pairsKeptApart: cache.memory.apart,
    putOffOn: cache.memory.putOffOn ?? null,
    sync: {
      ...health,
      pending: waiting.length,
      pendingIds: new Set(waiting.map((entry) => entry.rowId)),
      refused: cache.entries.flatMap(({ seq, kind, rowId, table, state }) =>
        state.kind === 'refused' ? { seq, kind, rowId, table, message: state.message } : [],
      ),
    },
  }
}

/**
 * What is shown from now on: `before` itself where nothing of it differs, so that nothing is drawn again. A round that
 * brings no news ends with other data that say the same.
 */
export function keepSame(before: BabyData, next: BabyData): BabyData {
  const after = isSameStatus(before.sync, next.sync) ? { ...next, sync: before.sync } : next
  const parts = Object.keys(after) as (keyof BabyData)[]
  return parts.every((part) => after[part] === before[part]) ? before : after
}

function isSameStatus(before: SyncStatus, next: SyncStatus): boolean {
  const { pendingIds, refused, ...rest } = next
  const parts = Object.keys(rest) as (keyof typeof rest)[]
  return (
    parts.every((part) => rest[part] === before[part]) &&
    pendingIds.size === before.pendingIds.size &&
    [...pendingIds].every((id) => before.pendingIds.has(id)) &&
    JSON.stringify(refused) === JSON.stringify(before.refused)
  )
}
