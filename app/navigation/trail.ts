/** The places that the browser's back goes through, oldest first, the present one last. Each is one history entry. */
export type Trail = readonly [string, ...string[]]

/** The place of everything that lies over a tab's screen: a sheet or a dialog. */
export const SHEET = 'sheet'

/** What the browser has to do next for its entries to be those that are wanted. */
export type Step =
  | { kind: 'nothing' }
  /** Go back by so many entries; the next step is found when the browser has arrived there. */
  | { kind: 'back'; by: number }
  /** Let the present entry stand for another place. */
  | { kind: 'replace'; trail: Trail }
  | { kind: 'push'; trail: Trail }

/**
 * One step from the entries there are to the ones that are wanted. The first entry can't be taken away, only replaced.
 * @param actual null when the present entry isn't one of the app's.
 * @example nextStep(['diary', 'sheet'], ['diary', 'add']) // { kind: 'replace', trail: ['diary', 'add'] }
 */
export function nextStep(actual: Trail | null, wanted: Trail): Step {
  if (actual === null) return { kind: 'replace', trail: upTo(wanted, 1) }
  const shared = sharedLength(actual, wanted)
  // The entries after the shared places have to go, but for one that can become the next place that is wanted.
  const keep = Math.max(1, Math.min(shared + 1, wanted.length))
  if (actual.length > keep) return { kind: 'back', by: actual.length - keep }
  if (shared < actual.length) return { kind: 'replace', trail: upTo(wanted, actual.length) }
  return shared < wanted.length ? { kind: 'push', trail: upTo(wanted, shared + 1) } : { kind: 'nothing' }
}

function sharedLength(one: Trail, other: Trail): number {
  const differs = one.findIndex((place, index) => place !== other[index])
  return differs === -1 ? one.length : differs
}

function upTo([first, ...rest]: Trail, length: number): Trail {
  return [first, ...rest.slice(0, length - 1)]
}

/** The trail in the state of a history entry; null when the entry isn't one of the app's. */
export function trailOf(state: unknown): Trail | null {
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail))
    return null
  const [first, ...rest] = state.trail.filter((place) => typeof place === 'string')
  return first === undefined ? null : [first, ...rest]
}
