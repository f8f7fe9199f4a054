import { setTimeout as delay } from 'node:timers/promises'
import { tooBusy } from '../../http/errors.ts'
import type { LimitStore } from './limit-store.ts'

/** Whoever would wait longer than this is sent away: by then nobody waits for the answer any more. */
const LONGEST_LINE_MS = 15_000

/**
 * Makes guesses at one account wait one after the other, each for its own time: side by side, a thousand machines would
 * guess a thousand times in the time of one wait. Throws 429 when the line is too long.
 */
export function createGuessLine(
  store: Pick<LimitStore, 'reserve'>,
  wait: (ms: number) => Promise<unknown> = (ms) => delay(ms),
) {
  return async (account: string, ms: number): Promise<void> => {
    const turn = await store.reserve(account, ms, LONGEST_LINE_MS)
    if (!turn.isGiven) throw tooBusy()
    await wait(turn.ms)
  }
}
