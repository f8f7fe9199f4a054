import { setTimeout as sleep } from 'node:timers/promises'
import { printFailure } from '../log/lines.ts'

const STOP_WITHIN_MS = 1_000

export interface Repeated {
  /** Does the work once more, and resolves when that is done. What is asked for while one waits is done by that one. */
  again: () => Promise<void>
  /** What is under way has a moment to end, and says nothing more: its connection may be closed under it. */
  stop: () => Promise<void>
}

/**
 * Does `work` now, and again after each `everyMs` until it is stopped, one after the other. What fails is written down
 * under `event`, with a `message` in Spanish where it needs one, and tried at its next time.
 */
export function repeatedly(
  everyMs: number,
  event: string,
  work: () => Promise<unknown>,
  message?: string,
): Repeated {
  let isStopped = false
  let isWaiting = false
  let last = Promise.resolve()
  const round = async () => {
    isWaiting = false
    if (isStopped) return
    try {
      await work()
    } catch (error) {
      if (!isStopped) printFailure(event, message === undefined ? {} : { message }, error)
    }
  }
  const again = () => {
    if (!isWaiting) last = last.then(round)
    isWaiting = true
    return last
  }
  void again()
  const rounds = setInterval(() => void again(), everyMs)
  rounds.unref()
  return {
    again,
    async stop() {
      isStopped = true
      clearInterval(rounds)
      await Promise.race([last, sleep(STOP_WITHIN_MS, null, { ref: false })])
    },
  }
}
