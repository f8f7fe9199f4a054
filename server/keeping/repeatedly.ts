import { setTimeout as sleep } from 'node:timers/promises'
import { printFailure } from '../log/lines.ts'

const STOP_WITHIN_MS = 1_000

/**
 * Does `work` now, and again after each `everyMs` until it is stopped. What fails is written down under `event`, and
 * tried at its next time.
 */
export function repeatedly(
  everyMs: number,
  event: string,
  work: () => Promise<unknown>,
): { stop: () => Promise<void> } {
  const round = () => work().catch((error: unknown) => printFailure(event, {}, error))
  let last = round()
  const rounds = setInterval(() => {
    last = round()
  }, everyMs)
  rounds.unref()
  return {
    async stop() {
      clearInterval(rounds)
      await Promise.race([last, sleep(STOP_WITHIN_MS, null, { ref: false })])
    },
  }
}
