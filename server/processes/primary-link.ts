import type { SharedDatabase } from '../db/open.ts'
import type { Figures } from '../metrics/metrics.ts'
import type { Addresses, FromWorker, ToWorker } from './messages.ts'
import { type Promised, promised } from './promised.ts'

/** How a process that serves speaks with the one that began it. */
export interface PrimaryLink {
  /** Says that the ports are open, and resolves when it is time to go on. Rejects when `signal` ends the wait. */
  listening(addresses: Addresses, signal: AbortSignal): Promise<void>
  /** Resolves when the database is ready. Rejects when `signal` ends the wait. */
  database(signal: AbortSignal): Promise<SharedDatabase>
  /** Says that it answers everybody. From here on its figures are told when they are asked for. */
  ready(figures: () => Promise<Figures | null>): void
}

/** What the one that began it may ask of a process at any time. */
interface Asked {
  drain: () => void
  end: () => void
}

export function linkToPrimary(asked: Asked): PrimaryLink {
  const go = promised<void>()
  const database = promised<SharedDatabase>()
  let figuresNow = async (): Promise<Figures | null> => null
  const tell = (message: FromWorker) => void process.send?.(message)
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'go') go.resolve()
    else if (message.kind === 'database') database.resolve(message.shared)
    else if (message.kind === 'drain') asked.drain()
    else if (message.kind === 'end') asked.end()
    else void figuresNow().then((figures) => tell({ kind: 'figures', figures }))
  })
  return {
    listening(addresses, signal) {
      tell({ kind: 'listening', addresses })
      return unlessEnded(go, signal)
    },
    database: (signal) => unlessEnded(database, signal),
    ready(figures) {
      figuresNow = figures
      tell({ kind: 'ready' })
    },
  }
}

function unlessEnded<T>({ promise, reject }: Promised<T>, signal: AbortSignal): Promise<T> {
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  return promise
}
