import { type Entry, type EntryState, entryKey, inCalls, sendable } from '../local/outbox.ts'
import type { Replica } from '../local/replica.ts'
import { isRefusal } from '../wire/failures.ts'
import { areSentUnder, type DiaryAccess } from './guest.ts'
import { readHead } from './pull.ts'
import type { Tables } from './remote.ts'

/** How many calls are made before the outbox notes them: after a crash they are sent once more, which is harmless. */
const NOTE_EVERY = 10

/**
 * Sends what waits, oldest first. False: the server can't be reached now, the rest stays for later. What another tab
 * has heard of the server meanwhile, as that it was restored, makes it wait once more: the server takes each change
 * once. What it has heard of who may open somebody else's diary ends the sending too: of two changes of a row the
 * earlier one may have found it closed, and would arrive last. So before the later one sets out the server is asked
 * whether anything about that has changed since the earlier one did.
 */
export async function sendWaiting(replica: Replica, tables: Tables, access: DiaryAccess): Promise<boolean> {
  const under = access.known(replica)
  const isGuest = replica.accountId !== replica.familyId
  for (;;) {
    if (isGuest && access.known(replica) !== under) return false
    const { entries, ...asOf } = await replica.db.read([])
    const next = inCalls(sendable(entries)).slice(0, NOTE_EVERY)
    const calls = isGuest ? untilRowAgain(next) : next
    if (calls.length === 0) return true
    if (isGuest && !(await haveFoundOpen(sentBefore(calls, entries), tables))) return false
    const sent: EntryState = { kind: 'sent', under }
    const { accepted, refused, isReachable } = await sendInTurn(calls, tables)
    if (accepted.length > 0) await replica.storeOutcome((db) => db.setState(accepted, sent, asOf))
    if (refused !== null) {
      const { seq, message } = refused
      await replica.storeOutcome((db) => db.setState([seq], { kind: 'refused', message }, asOf))
    }
    if (!isReachable) return false
  }
}

/** The calls before the first one that builds on a row of an earlier one. */
function untilRowAgain(calls: Entry[][]): Entry[][] {
  const rows = new Set<string>()
  const again = calls.findIndex((call) => {
    const own = call.flatMap(rowsOf)
    const isAgain = own.some((row) => rows.has(row))
    for (const row of own) rows.add(row)
    return isAgain
  })
  return again === -1 ? calls : calls.slice(0, again)
}

/** What was sent of the rows that `calls` build on, and isn't in a download yet. */
function sentBefore(calls: readonly Entry[][], entries: readonly Entry[]): Entry[] {
  const rows = new Set(calls.flat().flatMap(rowsOf))
  return entries.filter((entry) => entry.state.kind === 'sent' && rows.has(entryKey(entry)))
}

/** The rows that a change builds on: its own, and the one that this was merged into. */
function rowsOf(entry: Entry): string[] {
  const { table, mergedInto } = entry
  return [entryKey(entry), ...(mergedInto ? [entryKey({ table, rowId: mergedInto.id })] : [])]
}

/** Whether the diary was open to each of these when it arrived there. */
async function haveFoundOpen(sent: readonly Entry[], tables: Tables): Promise<boolean> {
  if (sent.length === 0) return true
  const head = await readHead(tables)
  return head !== undefined && areSentUnder(head, sent)
}

interface SendOutcome {
  accepted: number[]
  refused: { seq: number; message: string } | null
  isReachable: boolean
}

/** Stops at the first call that isn't accepted: a refused change may hold back later ones. */
export async function sendInTurn(calls: readonly Entry[][], tables: Tables): Promise<SendOutcome> {
  const accepted: number[] = []
  for (const call of calls) {
    const outcome = await send(call, tables)
    accepted.push(...outcome.accepted)
    if (outcome.refused !== null || !outcome.isReachable) return { ...outcome, accepted }
  }
  return { accepted, refused: null, isReachable: true }
}

/** Makes one call. If several rows were refused because of one of them, halving the call finds out which. */
async function send(call: readonly Entry[], tables: Tables): Promise<SendOutcome> {
  const [first] = call
  const failure = await tables.write(call.map(({ seq: _seq, ...change }) => change))
  if (failure === null || first === undefined) {
    return { accepted: call.map(({ seq }) => seq), refused: null, isReachable: true }
  }
  if (!isRefusal(failure)) return { accepted: [], refused: null, isReachable: false }
  if (call.length === 1) {
    return { accepted: [], refused: { seq: first.seq, message: failure.message }, isReachable: true }
  }
  const middle = Math.ceil(call.length / 2)
  return sendInTurn([call.slice(0, middle), call.slice(middle)], tables)
}
