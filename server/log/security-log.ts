import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { printEvent, printFailure } from './lines.ts'
import type { RequestTrace, TracedEvent } from './request-trace.ts'
import { storedDetail } from './security-events.ts'

/** Writes down what happened, after the answer: no request waits for it, and none fails by it. */
export interface SecurityLog {
  write(trace: RequestTrace): void
  /** Waits a moment for what isn't written yet. */
  close(): Promise<void>
}

interface Row extends TracedEvent {
  address: string | null
  requestId: string
  times: number
}

/** Beyond these the log would be an attacker's way to fill the disk and the memory; what is left out is counted. */
const MOST_WAITING = 1000
/** Equal events within it are one row: who asks without end writes no more than a row of a kind in it. */
const WRITE_EVERY_MS = 1_000
const CLOSE_WITHIN_MS = 1_000

export function createSecurityLog(pool: pg.Pool): SecurityLog {
  let waiting = new Map<string, Row>()
  let leftOut = 0
  let writing: Promise<void> | null = null

  const closing = new AbortController()

  function add(trace: RequestTrace, event: TracedEvent): void {
    // One that the table refuses would keep the whole round from being written.
    const traced = { ...event, detail: storedDetail(event.detail) }
    // Many refusals of one caller at one moment are one row.
    const key = JSON.stringify([traced.event, traced.accountId, traced.detail, trace.address])
    const present = waiting.get(key)
    if (present !== undefined) present.times += 1
    else if (waiting.size >= MOST_WAITING) leftOut += 1
    else waiting.set(key, { ...traced, address: trace.address, requestId: trace.id, times: 1 })
  }

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const rows = [...waiting.values()]
      waiting = new Map()
      const missing = leftOut
      leftOut = 0
      if (missing > 0) printFailure('security_log_left_out', { events: missing })
      await insert(pool, rows).catch((error: unknown) =>
        printFailure('security_log_not_written', { events: rows.length }, error),
      )
      await sleep(WRITE_EVERY_MS, null, { ref: false, signal: closing.signal }).catch(() => null)
    }
    writing = null
  }

  return {
    write(trace) {
      for (const traced of trace.events) {
        const { event, accountId, detail, recorded } = traced
        printEvent(event, { request_id: trace.id, account_id: accountId, detail })
        if (!recorded) add(trace, traced)
      }
      if (waiting.size > 0) writing ??= writeAll()
    },
    async close() {
      closing.abort()
      await Promise.race([writing, sleep(CLOSE_WITHIN_MS, null, { ref: false })])
    },
  }
}

/** Takes away what is older than it is kept, and before that the callers' addresses. */
export async function pruneSecurityLog(pool: Pick<pg.Pool, 'query'>, keepDays: number): Promise<void> {
  await pool.query('select nana.prune_security_log($1)', [keepDays])
}

/** One statement, however many there are. */
async function insert(pool: pg.Pool, rows: readonly Row[]): Promise<void> {
  await pool.query(
    `insert into nana.security_log (event, account_id, address, request_id, detail, times)
     select * from unnest($1::text[], $2::uuid[], $3::inet[], $4::text[], $5::text[], $6::int[])`,
    [
      rows.map(({ event }) => event),
      rows.map(({ accountId }) => accountId),
      rows.map(({ address }) => address),
      rows.map(({ requestId }) => requestId),
      rows.map(({ detail }) => detail),
      rows.map(({ times }) => times),
    ],
  )
}

export interface SecurityLogRow {
  at: string
  event: string
  account_id: string | null
  address: string | null
  request_id: string | null
  detail: string | null
  times: number
}

/** The newest events, the last one last. */
export async function lastEvents(db: Pick<pg.Pool, 'query'>, count: number): Promise<SecurityLogRow[]> {
  const { rows } = await db.query<SecurityLogRow>(
    `select at, event, account_id, host(address) as address, request_id, detail, times
       from nana.security_log order by at desc limit $1`,
    [count],
  )
  return rows.reverse()
}
