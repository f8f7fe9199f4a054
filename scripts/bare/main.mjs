import { cpSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { mustRun, ROOT, say } from '../run.mjs'
import { ensureBareRoots } from '../system-packages.mjs'
import { proveRelease } from './release.mjs'
import { addressFrom, makeRoot, removeRoot, startInRoot, statusOf } from './root.mjs'

/*
 * Runs the README's two commands, `npm run demo` and `npm test`, on a machine that holds Debian's base, git,
 * certificates and Node, and nothing that anybody ever installed by hand: as root, and then as an ordinary user. Then
 * it installs a release on another one, by the commands of docs/operations.md.
 * `npm run bare -- demo`, `-- test` or `-- release` runs one of them, `-- root` or `-- familia` as one of the users.
 */

const USER = 'familia'
const USERS = ['root', USER]
const COMMANDS = ['demo', 'test', 'release']
const parts = process.argv.slice(2)
/** What isn't narrowed down by a name is done whole. */
const wants = (/** @type {string} */ part, /** @type {string[]} */ of) =>
  parts.includes(part) || !of.some((name) => parts.includes(name))

await ensureBareRoots()
// What is mounted in it is found by the path that the system gives it.
const place = realpathSync(mkdtempSync('/var/tmp/nana-bare-'))
const root = join(place, 'root')
let failed = 0
if (wants('demo', COMMANDS) || wants('test', COMMANDS)) await runReadme()
if (wants('release', COMMANDS)) await proveRelease(place, check)
say(`${failed === 0 ? 'Todo en orden' : `${failed} con fallos`}. Lo que dijeron: ${place}`)
process.exitCode = failed === 0 ? 0 : 1

async function runReadme() {
  try {
    await makeReadmeRoot()
    if (wants('test', COMMANDS) && !wants('root', USERS)) await check('lo que instala root', installAsRoot)
    for (const user of USERS.filter((name) => wants(name, USERS))) {
      if (wants('demo', COMMANDS)) await check(`npm run demo, ${user}`, () => demo(user))
      if (wants('test', COMMANDS)) await check(`npm test, ${user}`, () => test(user))
    }
  } finally {
    removeRoot(root)
  }
}

async function makeReadmeRoot() {
  say('Instalando una raíz de Debian con git, certificados y Node…')
  // Node's own program needs the C++ library, as Debian's package of it would say.
  const packages = ['git', 'ca-certificates', 'libstdc++6', 'passwd']
  await makeRoot(root, { suite: 'bookworm', packages })
  copyNode()
  await mustRun('chroot', [root, 'useradd', '--create-home', USER])
  for (const home of ['/root', `/home/${USER}`]) {
    await mustRun('git', ['clone', '--quiet', '--no-local', ROOT, `${root}${home}/nana`])
  }
  await mustRun('chroot', [root, 'chown', '-R', `${USER}:${USER}`, `/home/${USER}`])
}

/** Copies the machine's own Node and npm, because Debian's Node is older than what Nana needs. */
function copyNode() {
  const npm = dirname(dirname(realpathSync(join(dirname(process.execPath), 'npm'))))
  cpSync(process.execPath, `${root}/usr/local/bin/node`)
  cpSync(npm, `${root}/usr/local/lib/node_modules/npm`, { recursive: true })
  for (const name of ['npm', 'npx']) {
    const program = `#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/${name}-cli.js "$@"\n`
    writeFileSync(`${root}/usr/local/bin/${name}`, program, { mode: 0o755 })
  }
}

/**
 * @param {string} what
 * @param {() => Promise<{ isWell: boolean, lastLine: string }>} work
 */
async function check(what, work) {
  say(what)
  const outcome = await work().catch((error) => ({ isWell: false, lastLine: String(error) }))
  if (!outcome.isWell) failed += 1
  process.stdout.write(`${outcome.isWell ? '✓' : '✗'} ${what}: ${outcome.lastLine}\n`)
}

/**
 * Runs the demo until it says its address, asks it there for its health, and ends it as Ctrl+C does.
 * @param {string} user
 */
async function demo(user) {
  const { child, ended } = inside(user, 'exec npm run demo', 'demo')
  const address = await Promise.race([addressFrom(child.stdout), ended.then(() => null)])
  const answer =
    address === null ? 'nada: ha terminado sin decir dónde está' : await statusOf(`${address}/health`)
  // Ctrl+C goes to the command's whole group. Its id is the child's own, as chroot has become the command itself.
  if (address !== null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
  const code = await ended
  return {
    isWell: answer === '200' && code === 0,
    lastLine: `/health responde ${answer}, y al acabar sale con ${code}`,
  }
}

/** An ordinary user finds the browsers and PostgreSQL 15 that root's tests have installed, and can install none. */
async function installAsRoot() {
  const program = `const { prepareMachine, listEngines } = await import('./scripts/gate/whole-run.mjs')
    await prepareMachine()
    await listEngines()`
  const code = await inside('root', `exec node --input-type=module -e "${program}"`, 'install').ended
  return { isWell: code === 0, lastLine: `ha terminado con el código ${code}` }
}

/** @param {string} user */
async function test(user) {
  const { child, ended } = inside(user, 'exec npm test', 'test')
  let lastLine = ''
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.trim() !== '') lastLine = line
  })
  const code = await ended
  return { isWell: code === 0, lastLine }
}

/**
 * Runs a command in the user's copy of the project.
 * @param {string} user
 * @param {string} line
 * @param {string} name
 */
function inside(user, line, name) {
  return startInRoot({ root, user, line, folder: 'nana', log: join(place, `${name}-${user}.log`) })
}
