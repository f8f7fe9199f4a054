import { growingPause } from './db/growing-pause.ts'
import type { ChangeFeed } from './events/change-feed.ts'
import { printFailure } from './log/lines.ts'

/**
 * Opens what depends on the keys, and opens it anew whenever the feed says that they may have changed. `open` is given
 * what is in use, and answers the same when nothing is new. What it answers goes to `takeUp`. A later opening that
 * fails is tried again: keys that were taken back mustn't stay in use. `stop` ends it.
 */
export async function followKeys<T>(
  feed: ChangeFeed,
  open: (known: T | null) => Promise<T>,
  takeUp: (opened: T) => void,
): Promise<{ stop: () => void }> {
  let current = await open(null)
  takeUp(current)
  let isOpening = false
  let isWanted = false
  let isStopped = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined

  async function follow(): Promise<void> {
    isWanted = true
    if (isOpening) return
    isOpening = true
    clearTimeout(retry)
    while (isWanted && !isStopped) {
      isWanted = false
      try {
        const opened = await open(current)
        if (opened !== current) takeUp(opened)
        current = opened
        failures = 0
      } catch (error) {
        if (isStopped) break
        printFailure('keys_not_read', { message: 'No se han podido leer las claves nuevas' }, error)
        retry = setTimeout(() => void follow(), growingPause(failures))
        retry.unref()
        failures += 1
      }
    }
    isOpening = false
  }

  feed.onKeys(() => void follow())
  // A change may have come between the first opening and now.
  void follow()
  return {
    stop() {
      isStopped = true
      clearTimeout(retry)
    },
  }
}
