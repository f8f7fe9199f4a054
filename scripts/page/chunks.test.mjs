import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../run.mjs'
import { startChunks } from './chunks.mjs'

const MAIN = join(ROOT, 'app/main.tsx')
const SIGNED_IN = join(ROOT, 'app/shell/SignedIn.tsx')

/** @type {Record<string, { now?: string[], later?: string[] }>} */
const GRAPH = {
  [MAIN]: { now: ['react'], later: [SIGNED_IN, 'link'] },
  [SIGNED_IN]: { now: ['diary', 'store', 'react'], later: ['plan'] },
  diary: { now: ['clock'] },
  store: { now: ['clock'] },
  link: { now: ['react'], later: ['mail', SIGNED_IN] },
  mail: { now: ['store'] },
  plan: { now: ['diary', 'sliders'] },
}

const graph = {
  getModuleInfo: (/** @type {string} */ id) => ({
    importedIds: GRAPH[id]?.now ?? [],
    dynamicallyImportedIds: GRAPH[id]?.later ?? [],
  }),
}

/** @param {string} id */
function fileOf(id) {
  for (const { name } of startChunks()) {
    const file = name(id, graph)
    if (file !== null) return file
  }
  return null
}

describe('the files of a start with a session', () => {
  it.each([
    ['what it may show first', SIGNED_IN, 'SignedIn'],
    ['what that needs, also where a later screen needs it too', 'diary', 'SignedIn'],
    ['what a part needs as well that a link opens without a session', 'store', 'diary'],
    ['what such a thing needs in its turn', 'clock', 'diary'],
    ['what the login has brought already', 'react', null],
    ['a part that a link opens', 'mail', null],
    ['a later screen', 'plan', null],
    ['what only a later screen needs', 'sliders', null],
  ])('%s', (_, id, file) => {
    expect(fileOf(id)).toBe(file)
  })
})
