import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeAudit, shippedPackages } from '../dependencies.mjs'
import { listen, ROOT, run, say } from '../run.mjs'
import { lastLines } from './report.mjs'

/*
 * This file holds the parts of a run that are one command each: what is checked in the sources, and the long proofs.
 */

/** How long the registry of packages is waited for. */
const AUDIT_MS = 60_000
const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name)

/**
 * Checks the sources one after the other, so that what runs beside keeps a core. What a check says is shown when it has
 * ended.
 * @returns {Promise<import('./closing.mjs').PlayedPart>}
 */
export async function checkSources() {
  const results = [
    await check('Tipos', bin('tsc'), ['-b']),
    await check('Formato y reglas', bin('biome'), ['check', '--error-on-warnings', '.']),
    await check('Reglas con tipos', bin('oxlint'), ['--type-aware', '--deny-warnings']),
    await check('Código muerto', bin('knip'), []),
    await audit(),
  ]
  const passed = results.filter(({ state }) => state === 'passed').map(({ name }) => name)
  const broken = results.filter(({ state }) => state === 'failed').map(({ name, why }) => ({ name, why }))
  return {
    title: 'Fuentes',
    first: { passed, failed: [], broken, units: results.length, failedUnits: 0 },
    again: null,
  }
}

/**
 * Makes a part of a run of a command that says by its exit code whether it passed.
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {import('./run-parts.mjs').Part}
 */
export function commandPart(title, command, args) {
  return {
    title,
    play: async () => {
      const code = await run(command, args)
      const broken = code === 0 ? [] : [{ name: [command, ...args].join(' '), why: `Código ${code}.` }]
      return { passed: code === 0 ? [title] : [], failed: [], broken, units: 1, failedUnits: 0 }
    },
    playAgain: null,
  }
}

/**
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'unanswered', why: string }} Check
 *
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<Check>}
 */
async function check(name, command, args) {
  const { code, said } = await listen(command, args)
  say(name)
  process.stdout.write(said)
  return {
    name,
    state: code === 0 ? 'passed' : 'failed',
    why: lastLines(said).join('\n'),
  }
}

/**
 * Asks the registry what is known against the packages that are shipped. Without an answer the run goes on.
 * @returns {Promise<Check>}
 */
async function audit() {
  const name = 'Avisos de seguridad de los paquetes'
  const { answer } = await listen('npm', ['audit', '--json'], { timeout: AUDIT_MS })
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const judged = judgeAudit(answer, shippedPackages(lock))
  say(name)
  if (judged.kind === 'unanswered') {
    process.stdout.write(`El registro de paquetes no los dice: ${judged.why}\n`)
    return { name, state: 'unanswered', why: judged.why }
  }
  if (judged.grave.length > 0) return { name, state: 'failed', why: judged.grave.join('\n') }
  process.stdout.write(`Ninguno grave en lo que se entrega; ${judged.others} en lo demás.\n`)
  return { name, state: 'passed', why: '' }
}
