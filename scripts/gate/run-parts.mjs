import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../run.mjs'
import { areTooMany, closingLines, judge } from './closing.mjs'

/*
 * This file plays the parts of a run, and again by itself what failed in them. What passes then is unsteady: it is
 * named, and decides nothing (docs/testing.md).
 */

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {() => Promise<import('./closing.mjs').Played>} play
 * @property {(() => Promise<import('./closing.mjs').Played>) | null} playAgain It plays only what failed, with nothing
 *   beside it; null where a part can't be played so.
 */

/**
 * Makes an empty folder for what a run leaves behind.
 * @param {string} reports
 */
export function clearReports(reports) {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
}

/**
 * Plays the parts, prints what they come to, and resolves with the exit code.
 * @param {readonly (readonly Part[])[]} turns One comes after the other; the parts of one play at the same time.
 * @param {object} how
 * @param {string} how.reports
 * @param {readonly string[]} [how.listed] The names of the tests that decide nothing.
 * @param {Promise<import('./closing.mjs').PlayedPart>} [how.beside] This part runs beside the others.
 * @returns {Promise<number>}
 */
export async function runParts(turns, { reports, listed = [], beside }) {
  /** @type {string[]} */
  const times = []
  /** @type {import('./closing.mjs').PlayedPart[]} */
  const played = []
  for (const turn of turns) played.push(...(await Promise.all(turn.map(playFirst))))
  const checks = beside === undefined ? [] : [await beside]
  const isHopeless = areTooMany(played.map(({ first }) => first))
  if (isHopeless) times.push('Ha fallado más de una de cada cincuenta: no se juegan otra vez.')
  for (const [index, { playAgain }] of turns.flat().entries()) {
    const part = played[index]
    if (part === undefined || playAgain === null || part.first.failedUnits === 0 || isHopeless) continue
    part.again = await timed(`${part.title}, otra vez lo que ha fallado`, playAgain)
  }
  const outcome = judge([...checks, ...played], listed)
  writeFileSync(join(reports, 'unsteady.json'), `${JSON.stringify(outcome.unsteady, null, 2)}\n`)
  process.stdout.write(`${closingLines(outcome, times).join('\n')}\n`)
  return outcome.failures.length === 0 ? 0 : 1

  async function playFirst(/** @type {Part} */ { title, play }) {
    return { title, first: await timed(title, play), again: null }
  }

  async function timed(
    /** @type {string} */ title,
    /** @type {() => Promise<import('./closing.mjs').Played>} */ play,
  ) {
    say(title)
    const startedAt = performance.now()
    const result = await play()
    times.push(`${title}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
    return result
  }
}
