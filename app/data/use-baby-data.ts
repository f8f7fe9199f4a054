import type { BabyInfo } from '../../core/age.ts'
import type { SleepPlan } from '../../core/plan.ts'
import type { SleepRecord } from '../../core/sleep-record.ts'

export interface RefusedChange {
  seq: number
  rowId: string
  table: string
  message: string
}

export interface SyncStatus {
  online: boolean
  /** Changes the server hasn't accepted yet, refused ones not counted. */
  pending: number
  pendingIds: ReadonlySet<string>
  refused: readonly RefusedChange[]
}

export interface BabyData {
  phase: 'loading' | 'ready'
  /** The first download failed and this device has no copy yet; it keeps trying. */
  loadFailed: boolean
  baby: BabyInfo | null
  plan: SleepPlan | null
  /** Newest first; the same array until something changes. */
  records: readonly SleepRecord[]
  sync: SyncStatus
}

const loading: BabyData = {
  phase: 'loading',
  loadFailed: false,
  baby: null,
  plan: null,
  records: [],
  sync: { online: true, pending: 0, pendingIds: new Set(), refused: [] },
}

export function useBabyData(): BabyData {
  return loading
}

/** Resolves true once nothing waits to be sent, false when `signal` aborts first. */
export async function waitUntilSynced(_signal: AbortSignal): Promise<boolean> {
  return true
}
