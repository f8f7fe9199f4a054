import { join } from 'node:path'
import { listStories, playStories } from './stories.mjs'

/*
 * This file plays stories many times, and says how often each of them passed.
 */

/**
 * @typedef {{ name: string, workers: number, times: number }} Way How they are played, and how often each.
 * @typedef {{ passed: number, times: number, why: string }} Count `why` are the words of the first failure.
 * @typedef {{ engine: string, story: string, counts: ReadonlyMap<string, Count> }} Shaken
 */

/**
 * @param {object} wish
 * @param {string} wish.engine
 * @param {string} wish.config
 * @param {string} wish.pattern
 * @param {readonly Way[]} wish.ways
 * @param {string} wish.reports
 * @param {NodeJS.ProcessEnv} wish.env
 * @returns {Promise<Shaken[]>}
 */
export async function shakeStories({ engine, config, pattern, ways, reports, env }) {
  /** @type {Map<string, Map<string, Count>>} */
  const stories = new Map()
  for (const { name, workers, times } of ways) {
    const args = [
      `--repeat-each=${times}`,
      `--workers=${workers}`,
      '--retries=0',
      '--pass-with-no-tests',
      ...filterOf(pattern),
    ]
    const output = join(reports, `${engine}-${name}`.replaceAll(' ', '-'))
    const { report } = await playStories({ config, output, args, env })
    for (const { name: story, isPassed, why } of listStories(report)) {
      const counts = stories.get(story) ?? new Map()
      const count = counts.get(name) ?? { passed: 0, times: 0, why: '' }
      counts.set(name, {
        passed: count.passed + Number(isPassed),
        times: count.times + 1,
        why: isPassed ? count.why : count.why || why,
      })
      stories.set(story, counts)
    }
  }
  return [...stories].map(([story, counts]) => ({ engine, story, counts }))
}

/** @param {Shaken} shaken */
export function isSteady({ counts }) {
  return [...counts.values()].every(({ passed, times }) => passed === times)
}

/**
 * Returns how often each story passed, the unsteady ones last and with the words of their first failure.
 * @param {readonly Shaken[]} shaken
 * @param {{ onlyUnsteady?: boolean }} [wish]
 */
export function shakenLines(shaken, { onlyUnsteady = false } = {}) {
  const steady = onlyUnsteady ? [] : shaken.filter(isSteady)
  return [...steady, ...shaken.filter((one) => !isSteady(one))].flatMap(({ engine, story, counts }) => [
    `${engine}: ${story}: ${[...counts].map(([way, { passed, times }]) => `${way} ${passed} de ${times}`).join(', ')}`,
    ...[...counts.values()].flatMap(({ why }) =>
      why === '' ? [] : why.split('\n').map((line) => `    ${line}`),
    ),
  ])
}

/**
 * A pattern with a blank is words of a title, any other a file with or without a line, as Playwright takes it.
 * @param {string} pattern
 */
function filterOf(pattern) {
  if (pattern === '') return []
  return /\s/.test(pattern) ? ['--grep', pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')] : [pattern]
}
