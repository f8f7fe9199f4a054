import { mkdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT, run } from '../run.mjs'
import { lastLines, PAGE_SAID, readReport, shortened } from './report.mjs'

/*
 * This file plays stories by Playwright, and once more those that failed.
 */

const PLAYWRIGHT = join(ROOT, 'node_modules/.bin/playwright')

/**
 * @typedef {object} Stories
 * @property {string} title
 * @property {string} config The path of Playwright's configuration, from the root.
 * @property {string} reports The folder for reports and pictures.
 * @property {string} [grep] Only stories that match are played.
 * @property {NodeJS.ProcessEnv} [env]
 *
 * @typedef {{ name: string, isPassed: boolean, why: string }} PlayedStory
 */

/**
 * Plays stories once. Resolves with Playwright's report, or null where it came to none, and its exit code.
 * @param {object} how
 * @param {string} how.config The path of Playwright's configuration, from the root.
 * @param {string} how.output What the run leaves is in this folder, and its report beside it.
 * @param {readonly string[]} how.args
 * @param {NodeJS.ProcessEnv} how.env
 * @returns {Promise<{ report: import('@playwright/test/reporter').JSONReport | null, code: number }>}
 */
export async function playStories({ config, output, args, env }) {
  const file = `${output}.json`
  mkdirSync(dirname(file), { recursive: true })
  const code = await run(
    PLAYWRIGHT,
    ['test', '--config', config, '--reporter=list,json', '--output', output, ...args],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  )
  return { report: readReport(file), code }
}

/**
 * Makes a part of a run of an engine's stories.
 * @param {Stories} stories
 * @returns {import('./run-parts.mjs').Part}
 */
export function storiesPart({ title, config, reports, grep, env = process.env }) {
  const name = config.replaceAll(/[^a-z]+/g, '-')
  const lastRun = ['--last-failed-file', join(reports, `${name}-last-run.json`)]
  const play = async (/** @type {string} */ turn, /** @type {readonly string[]} */ how) => {
    const output = join(reports, `${name}-${turn}`)
    const { report, code } = await playStories({ config, output, args: [...lastRun, ...how], env })
    return countStories(report, code)
  }
  return {
    title,
    play: () => play('first', ['--retries=0', ...(grep === undefined ? [] : ['--grep', grep])]),
    // One worker and nothing beside it: whoever fails so twice doesn't fail by chance.
    playAgain: () => play('again', ['--last-failed', '--workers=1', '--retries=1']),
  }
}

/**
 * @param {import('@playwright/test/reporter').JSONReport | null} report
 * @param {number} code The runner's exit code.
 * @returns {import('./closing.mjs').Played}
 */
function countStories(report, code) {
  const stories = listStories(report)
  const failed = stories.filter(({ isPassed }) => !isPassed).map(({ name, why }) => ({ name, why }))
  const broken = (report?.errors ?? []).map(({ message = '', location }) => ({
    name: location === undefined ? 'no se ha podido ejecutar' : relative(ROOT, location.file),
    why: shortened(message),
  }))
  if (broken.length === 0 && (stories.length === 0 || (code !== 0 && failed.length === 0))) {
    const why =
      stories.length === 0 ? 'No ha corrido ninguna historia.' : `Ha terminado con el código ${code}.`
    broken.push({ name: 'no se ha podido ejecutar', why })
  }
  return {
    passed: stories.filter(({ isPassed }) => isPassed).map(({ name }) => name),
    failed,
    broken,
    units: stories.length,
    failedUnits: failed.length,
  }
}

/**
 * Lists what came of each story, in the order of their files; one that is repeated comes as often.
 * @param {import('@playwright/test/reporter').JSONReport | null} report
 * @returns {PlayedStory[]}
 */
export function listStories(report) {
  return (report?.suites ?? []).flatMap((suite) => storiesOf(suite, []))
}

/**
 * Lists the stories of a suite and of those in it, because Playwright nests its suites: file, describe, test. A story
 * that was skipped didn't pass.
 * @param {import('@playwright/test/reporter').JSONReportSuite} suite
 * @param {readonly string[]} above The titles of the suites around it, without that of the file.
 * @returns {PlayedStory[]}
 */
function storiesOf({ title, file, specs, suites = [] }, above) {
  const titles = title === file ? above : [...above, title]
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ projectName, status, results }) => ({
        name: [...(projectName === '' ? [] : [projectName]), file, ...titles, spec.title].join(' › '),
        isPassed: status === 'expected' || status === 'flaky',
        why: results.length === 0 ? 'No se ha jugado.' : reasonOf(results[0], `${file}:${spec.line}`),
      })),
    ),
    ...suites.flatMap((inner) => storiesOf(inner, titles)),
  ]
}

/**
 * Returns where a story failed, what was wrong there, and the last that its pages said.
 * @param {import('@playwright/test/reporter').JSONReportTestResult | undefined} result
 * @param {string} place Where the story begins.
 */
function reasonOf(result, place) {
  const { status = '', errors = [], attachments = [] } = result ?? {}
  const at = errors.find(({ location }) => location !== undefined)?.location
  const said = attachments.find(({ name }) => name === PAGE_SAID)?.body
  const lines = said === undefined ? [] : lastLines(Buffer.from(said, 'base64').toString())
  return [
    at === undefined ? place : `${relative(ROOT, at.file)}:${at.line}`,
    // The first error of a story that ran out of time says only that, and the next one says at what.
    errors.length === 0 ? status : shortened(errors.map(({ message }) => message ?? '').join('\n')),
    ...(lines.length === 0 ? [] : ['Lo último que ha dicho la página:', ...lines]),
  ].join('\n')
}
