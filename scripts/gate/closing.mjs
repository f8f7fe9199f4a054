/*
 * This file tells what a run comes to, once its parts have been played and what failed in them has been played again.
 */

/**
 * @typedef {object} Failure A test that failed, or a part that broke as a whole.
 * @property {string} name It names the test and its place, the same in each run.
 * @property {string} why
 *
 * @typedef {object} Played What came of playing a part once.
 * @property {readonly string[]} passed These are the names of the tests that passed.
 * @property {readonly Failure[]} failed
 * @property {readonly Failure[]} broken No test alone is to blame for these: a file that can't be loaded, a runner that
 *   ended in the middle, a run of nothing. They aren't played again.
 * @property {number} units How many pieces can be played again by themselves: stories, or files of units.
 * @property {number} failedUnits
 *
 * @typedef {object} PlayedPart
 * @property {string} title
 * @property {Played} first
 * @property {Played | null} again It is null where nothing was played again.
 *
 * @typedef {object} Unsteady
 * @property {string} part
 * @property {string} name
 * @property {string} why These are the words of its failure.
 * @property {boolean} isListed It stands on the list of those that decide nothing until they are mended.
 *
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {readonly Failure[]} failures
 * @property {readonly Unsteady[]} unsteady
 */

/** Where more than one piece in so many is unsteady, it is no blink but a fault of the app or of the machine. */
const ONE_IN = 50

/**
 * Returns whether so many failed that playing them again could change nothing.
 * @param {readonly Pick<Played, 'units' | 'failedUnits'>[]} played
 */
export function areTooMany(played) {
  const sum = (/** @type {'units' | 'failedUnits'} */ what) =>
    played.reduce((total, part) => total + part[what], 0)
  return sum('failedUnits') * ONE_IN > sum('units')
}

/**
 * Judges each part: what failed and then passed by itself is unsteady and counts as passed, what failed again is a
 * failure. A test on the list of unsteady ones counts as neither.
 * @param {readonly PlayedPart[]} parts
 * @param {readonly string[]} listed The names of the tests that decide nothing.
 * @returns {Outcome}
 */
export function judge(parts, listed = []) {
  const judged = parts.map((part) => judgePart(part, new Set(listed)))
  return {
    passed: judged.reduce((total, { passed }) => total + passed, 0),
    failures: judged.flatMap(({ failures }) => failures),
    unsteady: judged.flatMap(({ unsteady }) => unsteady),
  }
}

/**
 * @param {PlayedPart} part
 * @param {ReadonlySet<string>} listed
 * @returns {Outcome}
 */
function judgePart({ title, first, again }, listed) {
  const passedAgain = new Set(again?.passed)
  const failedAgain = new Map(again?.failed.map((failure) => [failure.name, failure]))
  const failedFirst = new Set(first.failed.map(({ name }) => name))
  const isLost = (/** @type {Failure} */ { name }) => !listed.has(name) && !passedAgain.has(name)
  // Units are played again by whole files: one that passed at first may fail now, which is a blink as well.
  const blinked = [
    ...first.failed.filter((failure) => !isLost(failure)),
    ...[...failedAgain.values()].filter(({ name }) => !failedFirst.has(name)),
  ]
  const failures = [...first.failed.filter(isLost), ...first.broken, ...(again?.broken ?? [])]
  const regained = first.failed.filter(({ name }) => !listed.has(name) && passedAgain.has(name))
  return {
    passed: first.passed.filter((name) => !listed.has(name)).length + regained.length,
    failures: failures.map(({ name, why }) => ({ name: `${title}: ${name}`, why })),
    unsteady: blinked.map(({ name, why }) => ({ part: title, name, why, isListed: listed.has(name) })),
  }
}

/**
 * Returns the last lines of a run, which alone tell why it is red: thousands of others stand above them.
 * @param {Outcome} outcome
 * @param {readonly string[]} times Each line says how long a part took.
 */
export function closingLines({ passed, failures, unsteady }, times) {
  return [
    ...failures.flatMap(({ name, why }) => ['', `✗ ${name}`, ...indented(why)]),
    ...unsteady.flatMap(({ part, name, why, isListed }) => [
      '',
      `~ Inestable${isListed ? ' (en la lista)' : ''}: ${part}: ${name}`,
      ...indented(why),
    ]),
    '',
    ...times,
    ...(unsteady.length === 0 ? [] : [`Inestables: ${unsteady.length} (test-results/unsteady.json)`]),
    '',
    `${passed} passed, ${failures.length} failed`,
  ]
}

/** @param {string} text */
function indented(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `    ${line}`)
}
