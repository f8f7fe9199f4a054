import { AsyncLocalStorage } from 'node:async_hooks'

/** What one request is known by, and what is to be said about it once it is answered. */
export interface RequestTrace {
  readonly id: string
  /** The caller's; null: from this machine's command line, or unknown. */
  readonly address: string | null
  /** Under which the caller's share of what all share is counted: the address, or the network of one that has many. */
  readonly sender: string
  /** Whose account it is about, as far as anybody has found out. */
  accountId: string | null
  /** The error by which the request failed. */
  failure: unknown
  /** Whether the failure is printed already. */
  printed: boolean
  readonly events: TracedEvent[]
}

export interface TracedEvent {
  event: string
  accountId: string | null
  detail: string | null
  /** Whether the transaction of what happened has written the event into the table already. */
  recorded: boolean
}

declare module 'hono' {
  interface ContextVariableMap {
    /** The request's own, for those who have its context in their hands; an app mounted in a test has none. */
    trace?: RequestTrace
  }
}

const traces = new AsyncLocalStorage<RequestTrace>()
let tracedNow = 0

export function newTrace(id: string, address: string | null, sender = 'unknown'): RequestTrace {
  return { id, address, sender, accountId: null, failure: undefined, printed: false, events: [] }
}

/**
 * Runs `work` so that whatever it calls finds the trace. It slows down every promise of the process (Node 20) while it
 * is on, by about a tenth of a table call: so it is on only for as long as `work` is under way.
 */
export async function traced<T>(trace: RequestTrace, work: () => Promise<T>): Promise<T> {
  tracedNow += 1
  try {
    return await traces.run(trace, work)
  } finally {
    tracedNow -= 1
    if (tracedNow === 0) traces.disable()
  }
}

/** Undefined where nothing is traced: in a table call, while the server starts, in tests of a part. */
export function currentTrace(): RequestTrace | undefined {
  return traces.getStore()
}
