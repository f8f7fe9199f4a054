import { isRefusal } from './answers.ts'
import { type Entry, sendable } from './outbox.ts'
import type { Tables } from './remote.ts'
import { type Copy, write } from './store.ts'

/** At most so many accepted changes are sent once more, for nothing, after a crash. */
const NOTE_EVERY = 10

/** Sends what waits, oldest first. False: the server can't be reached now, the rest stays for later. */
export async function sendWaiting(copy: Copy, tables: Tables): Promise<boolean> {
  for (;;) {
    const { entries } = await copy.db.read([])
    const batch = sendable(entries).slice(0, NOTE_EVERY)
    if (batch.length === 0) return true
    const { accepted, refused, isReachable } = await sendBatch(batch, tables)
    if (accepted.length > 0) await write(copy, (db) => db.setState(accepted, { kind: 'sent' }))
    if (refused !== null) {
      const { seq, message } = refused
      await write(copy, (db) => db.setState([seq], { kind: 'refused', message }))
    }
    if (!isReachable) return false
  }
}

interface BatchResult {
  accepted: number[]
  refused: { seq: number; message: string } | null
  isReachable: boolean
}

/** Stops at the first change that isn't accepted: a refused one may hold back later ones of the batch. */
async function sendBatch(batch: readonly Entry[], tables: Tables): Promise<BatchResult> {
  const accepted: number[] = []
  for (const { seq, ...change } of batch) {
    const failure = await tables.write(change)
    if (failure === null) accepted.push(seq)
    else if (isRefusal(failure)) {
      return { accepted, refused: { seq, message: failure.message }, isReachable: true }
    } else return { accepted, refused: null, isReachable: false }
  }
  return { accepted, refused: null, isReachable: true }
}
