import { join } from 'node:path'
import { build, install } from './prepare.mjs'
import { ROOT, run, say } from './run.mjs'
import { findBrowser } from './system-packages.mjs'

/*
 * A developer runs this at each save: it checks types, format, every unit without a database, and a carer's main ways
 * in a browser. The whole run is `npm test`.
 */

const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name)

await install()
await findBrowser()
await build()
const codes = [
  await check('Tipos', 'tsc', ['-b']),
  await check('Formato y reglas', 'biome', ['check', '--error-on-warnings', '.']),
  await check('Unidades sin base de datos', 'vitest', [
    'run',
    'core/',
    'app/',
    'scripts/',
    'safety',
    'engines',
  ]),
  await check('Lo principal, en el navegador', 'playwright', ['test', 'e2e/ways/', '--reporter=list']),
]
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

/**
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 */
function check(title, command, args) {
  say(title)
  return run(bin(command), args)
}
