import { type Entry, type EntryState, inCalls, sendable } from '../local/outbox.ts'
import type { Replica } from '../local/replica.ts'
import { isRefusal } from '../wire/failures.ts'
import type { DiaryAccess } from './guest.ts'
import type { Tables } from './remote.ts'

/** How many calls are made before the outbox notes them: after a crash they are sent once more, which is harmless. */
const NOTE_EVERY = 10

/**
 * Sends what waits, oldest first. False: the server can't be reached now, the rest stays for later. What another tab
 * has heard of the server meanwhile, as that it was restored, makes it wait once more: the server takes each change
 * once. What it has heard of who may open somebody else's diary ends the sending too: of two changes of a row the
 * earlier one may have found it closed, and would arrive last.
 */
export async function sendWaiting(replica: Replica, tables: Tables, access: DiaryAccess): Promise<boolean> {
  const under = access.known(replica)
  for (;;) {
    if (replica.accountId !== replica.familyId && access.known(replica) !== under) return false
    const { entries, ...asOf } = await replica.db.read([])
    const calls = inCalls(sendable(entries)).slice(0, NOTE_EVERY)
    if (calls.length === 0) return true
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
