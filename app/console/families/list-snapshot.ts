import type { ClosedFamily } from './asking/closed-family.ts'
import type { OpenRequest } from './consulted.ts'
import type { Order } from './rows.ts'

export interface ListSnapshot {
  /** Null: the families haven't been told yet. */
  ids: readonly string[] | null
  /** How many families there are, found or not. */
  total: number
  /** Of how many the log is known. */
  read: number
  requests: readonly OpenRequest[]
  /** The latest first. */
  closed: readonly ClosedFamily[]
  /** The server doesn't answer; `closed`: it doesn't let this account in any more. */
  trouble: 'away' | 'closed' | null
  query: string
  order: Order
}

/** Before the families are told, and once they aren't this account's to see any more. */
export const NOTHING_TOLD: ListSnapshot = {
  ids: null,
  total: 0,
  read: 0,
  requests: [],
  closed: [],
  trouble: null,
  query: '',
  order: 'attention',
}
