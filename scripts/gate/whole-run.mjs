import { join } from 'node:path'
import { build, install } from '../prepare.mjs'
import { ROOT } from '../run.mjs'
import { ensureEngine, ensureFonts, ensurePostgres15, findBrowser } from '../system-packages.mjs'
import { makeMemoryFolder } from './memory-folder.mjs'
import { storiesPart } from './stories.mjs'
import { unitsPart } from './units.mjs'

/*
 * This file says of what parts a run is made, for the gate and for a release alike.
 */

export const REPORTS = join(ROOT, 'test-results')

/** Installs what the tests need, and compiles. Resolves with the environment for them. */
export async function prepareMachine() {
  await install()
  await findBrowser()
  await findBrowser({ isWhole: true })
  const folder = process.env.TMPDIR ? null : makeMemoryFolder()
  const env = { ...process.env, ...(folder && { TMPDIR: folder }), PG15_BIN: await ensurePostgres15() }
  await ensureFonts()
  await build()
  return env
}

/**
 * Makes the parts of all units. The sleep rules are apart, because theirs is the coverage that is counted.
 * @param {NodeJS.ProcessEnv} env
 */
export function unitParts(env) {
  return [
    unitsPart({
      title: 'Reglas del sueño',
      reports: REPORTS,
      options: ['core/', '--coverage'],
      isWhole: true,
      env,
    }),
    unitsPart({
      title: 'Unidades, base de datos y protocolo',
      reports: REPORTS,
      options: ['--exclude', 'core/**'],
      env,
    }),
  ]
}

/** Lists the engines that are here, Chromium first. A line says which is missing. */
export async function listEngines() {
  const engines = [{ title: 'Historias en Chromium', config: 'playwright.config.ts' }]
  for (const name of /** @type {const} */ (['Firefox', 'WebKit'])) {
    if (!(await ensureEngine(name))) continue
    engines.push({ title: `Historias en ${name}`, config: `playwright.${name.toLowerCase()}.config.ts` })
  }
  return engines
}

/**
 * Makes a part of the stories of each engine that is here; Chromium plays them all.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [grep] Firefox and WebKit play only stories that match.
 */
export async function storyParts(env, grep) {
  const engines = await listEngines()
  return engines.map((engine, index) =>
    storiesPart({ ...engine, reports: REPORTS, env, ...(index > 0 && grep !== undefined && { grep }) }),
  )
}
