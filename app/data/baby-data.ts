import type { BabyInfo } from '../../core/age.ts'
import type { SleepPlan } from '../../core/plan.ts'
import type { SleepRecord } from '../../core/sleep-record.ts'
import type { Image } from './image.ts'
import { sendable } from './outbox.ts'

export interface RefusedChange {
  seq: number
  kind: 'insert' | 'patch' | 'delete'
  rowId: string
  table: string
  /** The server's. */
  message: string
}

export interface SyncStatus {
  online: boolean
  /** Not online, because the server answers that it can't, or doesn't accept this session: the network is fine. */
  isServerTroubled: boolean
  /** The phone has no room for what the server sends. */
  isPhoneFull: boolean
  /** Changes on their way to the server: not the refused ones, nor those that wait behind them. */
  pending: number
  /** The rows those changes are on. */
  pendingIds: ReadonlySet<string>
  refused: readonly RefusedChange[]
}

export interface BabyData {
  phase: 'loading' | 'ready'
  /** The first download failed and this phone has no copy yet. It keeps trying; records can be logged. */
  loadFailed: boolean
  /** Null until first known. */
  baby: BabyInfo | null
  plan: SleepPlan | null
  /** Newest first; the same array while no record changes. */
  records: readonly SleepRecord[]
  sync: SyncStatus
  /** Records that were changed here and deleted elsewhere, and the carer hasn't been told yet. */
  lost: readonly SleepRecord[]
  /** Pairs of records that are two sleeps although they look like one, each by its key. */
  apart: readonly string[]
}

/** How the last try to reach the server, and to store what it says, went. */
export interface Reach {
  online: boolean
  isServerTroubled: boolean
  isPhoneFull: boolean
  loadFailed: boolean
}

/** What is shown before the local copy is read, and where a page is drawn without a browser. */
export const LOADING: BabyData = {
  phase: 'loading',
  loadFailed: false,
  baby: null,
  plan: null,
  records: [],
  sync: {
    online: true,
    isServerTroubled: false,
    isPhoneFull: false,
    pending: 0,
    pendingIds: new Set(),
    refused: [],
  },
  lost: [],
  apart: [],
}

export function babyDataOf(image: Image, { loadFailed, ...reach }: Reach): BabyData {
  const waiting = sendable(image.entries)
  return {
    phase: image.cursor !== null || loadFailed ? 'ready' : 'loading',
    loadFailed,
    baby: image.baby,
    plan: image.plan,
    records: image.records,
    lost: image.notes.lost,
    apart: image.notes.apart,
    sync: {
      ...reach,
      pending: waiting.length,
      pendingIds: new Set(waiting.map((entry) => entry.rowId)),
      refused: image.entries.flatMap(({ seq, kind, rowId, table, state }) =>
        state.kind === 'refused' ? { seq, kind, rowId, table, message: state.message } : [],
      ),
    },
  }
}
