import type { LimitStore } from './limit-store.ts'

/** Counts guesses by key, as many as are allowed within a time. */
export interface GuessCounter {
  /** Counts one. Returns null when it was allowed, else the milliseconds until one is again. */
  count(key: string): Promise<number | null>
  /** Counts one, allowed or not, and returns how many there are. */
  add(key: string): Promise<number>
  /** Takes one back. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** @param duration in seconds. */
export function createGuessCounter(
  store: Pick<LimitStore, 'count' | 'takeBack' | 'forget'>,
  { points: most, duration }: { points: number; duration: number },
): GuessCounter {
  return {
    async count(key) {
      const { points, ms } = await store.count(key, duration)
      return points > most ? ms : null
    },
    add: async (key) => (await store.count(key, duration)).points,
    takeBack: store.takeBack,
    forget: store.forget,
  }
}
