import type { Entry } from '../local/outbox.ts'
import type { Replica } from '../local/replica.ts'
import type { Head } from '../local/rows.ts'
import { readHead } from './pull.ts'
import type { Tables } from './remote.ts'

/*
 * Who is let into somebody else's diary may be let out of it again, at any moment, and a change that is sent then
 * finds no row: the server answers that all is well, and nothing was changed. So what was sent counts as taken only if
 * nothing about who may do what has changed since it set out, which the family's counter tells (`access_rev`). What the
 * phone has learnt meanwhile is no proof: it may have been let out and in again.
 */

/** What a phone knows of who may open which diary. */
export interface DiaryAccess {
  /** The number of the latest change of access that this phone knows of the replica's family; null: it knows none. */
  known: (replica: Replica) => number | null
  /** Asks the server anew. Resolves to whether it said. */
  learn: (replica: Replica) => Promise<boolean>
}

/** Whether nothing about who may open the diary has changed since this phone asked. */
export function isAsKnown(head: Head | null, replica: Replica, access: DiaryAccess): boolean {
  return head !== null && head.accessRev === access.known(replica)
}

/** Whether nothing about it has changed either since each of these was sent. */
export function areSentUnder(head: Head | null, sent: readonly Entry[]): boolean {
  return sent.every(({ state }) => state.kind === 'sent' && head !== null && state.under === head.accessRev)
}

/**
 * Whether a round may go on with somebody else's diary. If its access has changed, what was sent before that and not
 * yet seen to have arrived is sent once more, under the rights of now: the server takes each change once.
 */
export async function isStillOpen(replica: Replica, tables: Tables, access: DiaryAccess): Promise<boolean> {
  const head = await readHead(tables)
  if (head === undefined) return false
  // Before anything is sent: of two changes of a row the later one must not arrive first.
  await sendAgain(replica, head)
  if (isAsKnown(head, replica, access)) return true
  return (await access.learn(replica)) && isAsKnown(head, replica, access)
}

/** Makes what was sent wait once more, unless it was under `head`. Resolves to whether there was something. */
export async function sendAgain(replica: Replica, head: Head | null = null): Promise<boolean> {
  const { entries } = await replica.db.read([])
  const unsure = entries.filter((entry) => entry.state.kind === 'sent' && !areSentUnder(head, [entry]))
  const sent = unsure.map(({ seq }) => seq)
  if (sent.length > 0) await replica.storeOutcome((db) => db.setState(sent, { kind: 'waiting' }))
  return sent.length > 0
}
