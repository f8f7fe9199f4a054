import { median } from '../statistics.ts'

/**
 * Each side is asked for so long before it is measured. After one second a quarter of a server's processor time is
 * still V8's, which compiles it; by then hardly any is.
 */
export const WARM_UP_MS = 6_000

/** What is compared, and what it is compared with. */
export type Pair<T> = readonly [own: T, other: T]

/**
 * Measures two sides in turns, each round in reverse order, so that other work of the machine falls on both alike.
 * Resolves to what each round measured.
 */
export async function inTurns<T>(rounds: number, [own, other]: Pair<() => Promise<T>>): Promise<Pair<T>[]> {
  const measured: Pair<T>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const otherFirst = round % 2 === 0 ? await other() : null
    const ownPart = await own()
    measured.push([ownPart, otherFirst ?? (await other())])
  }
  return measured
}

/** Each round is divided by itself: the machine is as fast in both of its slices, and not from one to the next. */
export function medianRatio(rounds: readonly Pair<number>[]): number {
  return median(rounds.map(([own, other]) => own / other))
}
