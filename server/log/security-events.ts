import type pg from 'pg'
import { currentTrace } from './request-trace.ts'

/** What the security log knows of. */
export type SecurityEvent =
  | 'signed_in'
  | 'signed_out'
  | 'sign_in_refused'
  | 'refresh_refused'
  | 'code_refused'
  | 'change_refused'
  | 'access_refused'
  | 'guessing_locked'
  | 'refresh_token_reused'
  | 'sessions_ended'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_code_used'
  | 'change_disowned'
  | 'invitations_voided'
  | 'identities_removed'
  | 'password_changed'
  | 'address_changed'
  | 'account_closed'
  | 'account_reopened'
  | 'account_deleted'
  | 'admin_call'
  | 'admin_refused'
  | 'command'
  | 'console_command'
  | 'copy_made'
  | 'copy_failed'
  | 'server_error'
  | 'disk_full'

type Queryable = Pick<pg.ClientBase, 'query'>

const DETAIL = /^[A-Za-z0-9_/:. -]{1,80}$/

/** The detail if the table takes it, else null: a refusal would undo what the event is written with. */
export function storedDetail(told: string | null): string | null {
  return told !== null && DETAIL.test(told) ? told : null
}

/**
 * Writes an event where it happens: `db` is the transaction that does it, so that neither is there without the other.
 * @param detail a word of ours, never of the caller's.
 */
export async function recordEvent(
  db: Pick<Queryable, 'query'>,
  event: SecurityEvent,
  accountId: string | null,
  detail: string | null = null,
): Promise<void> {
  const trace = currentTrace()
  await db.query(
    'insert into nana.security_log (event, account_id, address, request_id, detail) values ($1, $2, $3, $4, $5)',
    [event, accountId, trace?.address ?? null, trace?.id ?? null, storedDetail(detail)],
  )
  trace?.events.push({ event, accountId, detail, recorded: true })
}

/** Notes an event that is written after the answer. */
export function traceEvent(
  event: SecurityEvent,
  accountId: string | null,
  detail: string | null = null,
  trace = currentTrace(),
): void {
  trace?.events.push({ event, accountId, detail, recorded: false })
}

/** Notes whose account the request is about, so that a refusal is logged with it. */
export function traceAccount(accountId: string | null): void {
  const trace = currentTrace()
  if (trace !== undefined) trace.accountId = accountId
}

/** How many events the request has noted so far. */
export function notedEvents(): number {
  return currentTrace()?.events.length ?? 0
}

/** What a transaction noted, after the first `kept` events of its request, didn't happen: it was rolled back. */
export function forgetEvents(kept: number): void {
  currentTrace()?.events.splice(kept)
}
