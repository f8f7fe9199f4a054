import type { SharedDatabase } from '../db/open.ts'
import type { Figures } from '../metrics/metrics.ts'

/** Where a server is reached. */
export interface Addresses {
  url: string
  /** The public address, where it may follow from the port. */
  siteUrl: string
}

/** What a process that serves tells the one that began it. It has no figures while it starts. */
export type FromWorker =
  | { kind: 'listening'; addresses: Addresses }
  | { kind: 'ready' }
  | { kind: 'figures'; figures: Figures | null }

/**
 * What it is told: to go on now that the ports are open; where the database is that is ready by then; to say what it
 * has counted; to let callers be led elsewhere; and to end.
 */
export type ToWorker =
  | { kind: 'go' }
  | { kind: 'database'; shared: SharedDatabase }
  | { kind: 'tell figures' }
  | { kind: 'drain' }
  | { kind: 'end' }
