import { join } from 'node:path'
import { ROOT } from '../run.mjs'

/*
 * Which file of the built app a module goes into. What a start fetches before its first frame is few files, because
 * each takes its way through the service worker; what it doesn't need stays out of them.
 */

const MAIN = join(ROOT, 'app/main.tsx')
const SIGNED_IN = join(ROOT, 'app/shell/SignedIn.tsx')
/** What is behind the login has this name among the built files. */
export const SIGNED_IN_NAME = 'SignedIn'

/**
 * @typedef {{ importedIds: readonly string[], dynamicallyImportedIds: readonly string[] }} Imports
 * @typedef {{ getModuleInfo: (id: string) => Imports | null }} Graph
 */

/**
 * The files of a start with a session: the screens that may stand first, and beside them what they share with the parts
 * that a link of a mail opens without it. All else is left to the bundler.
 */
export function startChunks() {
  /** @type {ReturnType<typeof startModules> | undefined} */
  let modules
  return [
    // The first that wants a module gets it with all that it needs.
    { name: nameOf('diary', 'shared') },
    { name: nameOf(SIGNED_IN_NAME, 'signedIn') },
  ]

  /**
   * @param {string} name
   * @param {keyof ReturnType<typeof startModules>} which
   * @returns {(id: string, graph: Graph) => string | null}
   */
  function nameOf(name, which) {
    return (id, graph) => {
      modules ??= startModules(graph)
      return modules[which].has(id) ? name : null
    }
  }
}

/** @param {Graph} graph */
function startModules(graph) {
  const first = reach([MAIN], graph)
  const late = [...first].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  const signedIn = reach([SIGNED_IN], graph)
  const others = late.filter((id) => id !== SIGNED_IN)
  const withoutSession = reach(others, graph, 'and what they fetch later')
  const own = [...signedIn].filter((id) => !first.has(id))
  return {
    signedIn: new Set(own.filter((id) => !withoutSession.has(id))),
    shared: new Set(own.filter((id) => withoutSession.has(id))),
  }
}

/**
 * What these modules need, they themselves included. Whoever is signed in isn't followed: a link opens the app as well.
 * @param {readonly string[]} starts
 * @param {Graph} graph
 * @param {'and what they fetch later'} [how]
 */
function reach(starts, graph, how) {
  const found = new Set(starts)
  for (const id of found) {
    const info = graph.getModuleInfo(id)
    for (const next of info?.importedIds ?? []) found.add(next)
    if (how === undefined) continue
    for (const next of info?.dynamicallyImportedIds ?? []) if (next !== SIGNED_IN) found.add(next)
  }
  return found
}
