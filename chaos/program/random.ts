/** The numbers look random and are the same for the same seed, so that a failure can be played again. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** Returns one of the keys, each as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** This is the generator Mulberry32, which is small, and even enough for choosing. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    weighted(weights) {
      // Object.keys forgets which keys it gives, so the type has to be said again.
      const keys = Object.keys(weights) as (keyof typeof weights)[]
      const total = keys.reduce((sum, key) => sum + weights[key], 0)
      let left = next() * total
      const found = keys.find((key) => {
        left -= weights[key]
        return left < 0
      })
      const last = found ?? keys.at(-1)
      if (last === undefined) throw new Error('Nothing to choose from')
      return last
    },
  }
}
