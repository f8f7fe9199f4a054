import { setTimeout as sleep } from 'node:timers/promises'
import { printFailure } from './log/lines.ts'

const DAY_MS = 86_400_000
const STOP_WITHIN_MS = 1_000

/**
 * Does `work` now, and once a day until it is stopped. What fails is written down under `event`, and tried a day later.
 */
export function onceADay(event: string, work: () => Promise<unknown>): { stop: () => Promise<void> } {
  const round = () => work().catch((error: unknown) => printFailure(event, {}, error))
  let last = round()
  const rounds = setInterval(() => {
    last = round()
  }, DAY_MS)
  rounds.unref()
  return {
    async stop() {
      clearInterval(rounds)
      await Promise.race([last, sleep(STOP_WITHIN_MS, null, { ref: false })])
    },
  }
}
