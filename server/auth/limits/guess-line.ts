import { setTimeout as delay } from 'node:timers/promises'
import { tooBusy } from '../../http/errors.ts'

/** Whoever would wait longer than this many others is sent away: by then nobody waits for the answer any more. */
const MOST_WAITING = 15

interface Line {
  end: Promise<unknown>
  length: number
}

/**
 * Makes guesses at one account wait one after the other, each for its own time: side by side, a thousand machines would
 * guess a thousand times in the time of one wait. Throws 429 when the line is full.
 */
export function createGuessLine(wait: (ms: number) => Promise<unknown> = (ms) => delay(ms)) {
  // Only accounts at which somebody is guessing at this moment are in here.
  const lines = new Map<string, Line>()
  return async (account: string, ms: number): Promise<void> => {
    const line = lines.get(account) ?? { end: Promise.resolve(), length: 0 }
    if (line.length >= MOST_WAITING) throw tooBusy()
    lines.set(account, line)
    line.length += 1
    const turn = line.end.then(() => wait(ms))
    line.end = turn
    await turn
    line.length -= 1
    if (line.length === 0) lines.delete(account)
  }
}
