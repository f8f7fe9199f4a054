import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run.mjs'

/** More would be a gate with holes. */
export const MOST_LISTED = 10

const LIST = join(ROOT, 'e2e/unsteady.txt')

/**
 * Reads the stories that are played and reported and decide nothing until they are mended: a line each, `file › title —
 * reason`, as the end of a run names them. Lines that begin with # explain the list.
 * @returns {{ name: string, why: string }[]}
 */
export function readUnsteadyList() {
  return readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', why = ''] = line.split(' — ')
      return { name: name.trim(), why: why.trim() }
    })
}
