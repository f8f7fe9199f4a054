import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const REASON_LINES = 12
const REASON_WIDTH = 160
const LAST_LINES = 20

/** A story that fails attaches by this name what its pages wrote to the console. */
export const PAGE_SAID = 'page-said'

/**
 * Reads what a runner wrote. Returns null for one that never came to its end, or ended in the middle of its report.
 * @param {string} path
 */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Returns the first lines of a reason, so that whoever reads only the end of a long run knows enough.
 * @param {string} message
 */
export function shortened(message) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .map((line) => line.slice(0, REASON_WIDTH))
    .join('\n')
}

/**
 * Returns the last lines of what a program or a page said.
 * @param {string} said
 */
export function lastLines(said) {
  return said.split('\n').slice(-LAST_LINES)
}
