import { setTimeout as sleep } from 'node:timers/promises'
import { isWorthWaitingFor } from './database-away.ts'
import { growingPause } from './growing-pause.ts'

/**
 * Asks something of the database, also of one that isn't there yet: again and again until it answers, or until `signal`
 * ends the wait.
 */
export async function waitForDatabase<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (!isWorthWaitingFor(error)) throw error
      if (failures === 0) console.error(`${messageOf(error)} Se espera a que vuelva.`)
      await sleep(growingPause(failures), null, { signal })
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.message}.` : String(error)
}
