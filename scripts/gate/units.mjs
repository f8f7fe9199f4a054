import { join, relative } from 'node:path'
import { ROOT, run } from '../run.mjs'
import { readReport, shortened } from './report.mjs'
import { STRAY_ERRORS_FILE } from './stray-errors.mjs'

/*
 * This file plays units by Vitest, and once more the files in which something failed.
 */

const VITEST = join(ROOT, 'node_modules/.bin/vitest')
const STRAY_ERRORS = join(import.meta.dirname, 'stray-errors.mjs')

/**
 * @typedef {object} Units
 * @property {string} title
 * @property {string} reports The folder for reports.
 * @property {string} [root] The folder of the configuration; the package's own if none is given.
 * @property {readonly string[]} [options]
 * @property {boolean} [isWhole] What failed is played again together with the rest, as coverage is counted of all.
 * @property {NodeJS.ProcessEnv} [env]
 *
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] | null }} UnitResult
 * @typedef {{ testResults: { name: string, message?: string, assertionResults: UnitResult[] }[] }} UnitReport
 */

/**
 * Makes a part of a run of the units.
 * @param {Units} units
 * @returns {import('./run-parts.mjs').Part}
 */
export function unitsPart({ title, reports, root = ROOT, options = [], isWhole = false, env = process.env }) {
  /** @type {string[]} */
  let failedFiles = []
  const play = async (/** @type {string} */ turn, /** @type {readonly string[]} */ how) => {
    const name = join(reports, `${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${turn}`)
    const file = `${name}.json`
    const strayFile = `${name}-stray-errors.json`
    const reporters = ['default', 'json', STRAY_ERRORS].map((reporter) => `--reporter=${reporter}`)
    const code = await run(
      VITEST,
      ['run', '--root', root, ...reporters, `--outputFile.json=${file}`, ...how],
      { env: { ...env, [STRAY_ERRORS_FILE]: strayFile } },
    )
    /** @type {UnitReport | null} */
    const report = readReport(file)
    failedFiles = (report?.testResults ?? [])
      .filter(({ assertionResults }) => assertionResults.some(({ status }) => status !== 'passed'))
      .map(({ name }) => name)
    return countUnits(report, code, root, readReport(strayFile) ?? [])
  }
  return {
    title,
    play: () => play('first', options),
    playAgain: () => play('again', ['--maxWorkers=1', ...(isWhole ? options : failedFiles)]),
  }
}

/**
 * A file that could not be loaded has no tests, and breaks the part; so does what is thrown outside of all tests, and a
 * runner that fails though no test did, as for what lacks coverage. A test that was skipped didn't pass.
 * @param {UnitReport | null} report
 * @param {number} code The runner's exit code.
 * @param {string} root The folder from which files are named.
 * @param {readonly string[]} strayErrors What was thrown outside of all tests.
 * @returns {import('./closing.mjs').Played}
 */
function countUnits(report, code, root, strayErrors) {
  const files = (report?.testResults ?? []).map(({ name, message = '', assertionResults }) => ({
    file: relative(root, name),
    message,
    tests: assertionResults.map(({ status, fullName, failureMessages }) => ({
      name: `${relative(root, name)} › ${fullName}`,
      isPassed: status === 'passed',
      why: shortened(failureMessages?.join('\n') || status),
    })),
  }))
  const tests = files.flatMap((file) => file.tests)
  const failed = tests.filter(({ isPassed }) => !isPassed).map(({ name, why }) => ({ name, why }))
  const broken = files
    .filter((file) => file.tests.length === 0)
    .map(({ file, message }) => ({ name: `${file} › no se ha podido ejecutar`, why: shortened(message) }))
    .concat(strayErrors.map((why) => ({ name: 'fuera de las pruebas', why: shortened(why) })))
  if (broken.length === 0 && (tests.length === 0 || (code !== 0 && failed.length === 0))) {
    const why = tests.length === 0 ? 'No ha corrido ninguna prueba.' : `Ha terminado con el código ${code}.`
    broken.push({ name: 'no se ha podido ejecutar', why })
  }
  return {
    passed: tests.filter(({ isPassed }) => isPassed).map(({ name }) => name),
    failed,
    broken,
    units: files.length,
    failedUnits: files.filter((file) => file.tests.some(({ isPassed }) => !isPassed)).length,
  }
}
