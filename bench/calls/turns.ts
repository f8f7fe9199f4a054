import { median } from '../statistics.ts'

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
