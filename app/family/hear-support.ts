import { retryDelayMs } from '../wire/backoff.ts'
import { refreshSupport } from './support.ts'

/** A server that can't answer now is spared more and more. */
const LONGEST_PAUSE_MS = 60_000

/** Asks the server until it has answered. Returns what ends it. */
export function hearSupport(): () => void {
  let failures = 0
  let nextTry: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  async function hear(): Promise<void> {
    if ((await refreshSupport()) || isOver) return
    failures += 1
    const pause = retryDelayMs(failures, Math.random(), { longest: LONGEST_PAUSE_MS })
    nextTry = setTimeout(() => void hear(), pause)
  }
  void hear()
  return () => {
    isOver = true
    clearTimeout(nextTry)
  }
}
