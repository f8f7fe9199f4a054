import { spawn } from 'node:child_process'
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { mustRun, ROOT, run, say } from './run.mjs'
import { ensureBareRoots } from './system-packages.mjs'

/*
 * Runs the README's two commands, `npm run demo` and `npm test`, on a machine that holds Debian's base, git,
 * certificates and Node, and nothing that anybody ever installed by hand: as root, and then as an ordinary user.
 * `npm run bare -- demo` or `-- test` runs one of the two, `-- root` or `-- familia` as one of the users.
 */

const USER = 'familia'
const USERS = ['root', USER]
const COMMANDS = ['demo', 'test']
const MOUNTS = ['/proc', '/sys', '/dev', '/dev/shm', '/dev/pts']
/** These files say how to reach package sources from this network, which any new machine would know as well. */
const COPIED = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/apt/sources.list.d/debian.sources',
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/npmrc',
]
const parts = process.argv.slice(2)
/** What isn't narrowed down by a name is done whole. */
const wants = (/** @type {string} */ part, /** @type {string[]} */ of) =>
  parts.includes(part) || !of.some((name) => parts.includes(name))

await ensureBareRoots()
const place = mkdtempSync('/var/tmp/nana-bare-')
const root = join(place, 'root')
let failed = 0
try {
  await makeRoot()
  if (wants('test', COMMANDS) && !wants('root', USERS)) await check('lo que instala root', installAsRoot)
  for (const user of USERS.filter((name) => wants(name, USERS))) {
    if (wants('demo', COMMANDS)) await check(`npm run demo, ${user}`, () => demo(user))
    if (wants('test', COMMANDS)) await check(`npm test, ${user}`, () => test(user))
  }
} finally {
  await removeRoot()
}
say(`${failed === 0 ? 'Todo en orden' : `${failed} con fallos`}. Lo que dijeron: ${place}`)
process.exitCode = failed === 0 ? 0 : 1

/** Deletes the root only when nothing is mounted in it any more: what lies behind a mount is the machine's own. */
async function removeRoot() {
  const isMounted = (/** @type {string} */ path) =>
    readFileSync('/proc/mounts', 'utf8').includes(` ${root}${path} `)
  for (const path of MOUNTS.toReversed()) {
    if (isMounted(path)) await run('umount', ['--lazy', root + path])
  }
  if (!MOUNTS.some(isMounted)) rmSync(root, { recursive: true, force: true })
}

async function makeRoot() {
  say('Instalando una raíz de Debian con git, certificados y Node…')
  // Node's own program needs the C++ library, as Debian's package of it would say.
  const packages = 'git,ca-certificates,libstdc++6,passwd'
  await mustRun('mmdebstrap', ['--quiet', '--variant=apt', `--include=${packages}`, 'bookworm', root])
  for (const path of COPIED) {
    if (existsSync(path)) cpSync(path, root + path, { recursive: true, dereference: true, force: true })
  }
  copyNode()
  for (const path of MOUNTS) {
    mkdirSync(root + path, { recursive: true })
    await mustRun('mount', ['--bind', path, root + path])
  }
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
  const outcome = await work()
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
    address === null ? 'nada: ha terminado sin decir dónde está' : await answerOf(`${address}/health`)
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

/** @param {import('node:stream').Readable} output */
async function addressFrom(output) {
  for await (const line of createInterface({ input: output })) {
    const [address] = /https?:\/\/[\d.:]+/.exec(line) ?? []
    if (address !== undefined) return address
  }
  return null
}

/**
 * The root shares the machine's network, so what runs in it answers here.
 * @param {string} url
 */
async function answerOf(url) {
  try {
    return String((await fetch(url)).status)
  } catch (error) {
    return String(error)
  }
}

/**
 * Runs a command in the user's copy of the project; all it says goes into a file.
 * @param {string} user
 * @param {string} command
 * @param {string} name
 */
function inside(user, command, name) {
  const home = user === 'root' ? '/root' : `/home/${user}`
  const log = createWriteStream(join(place, `${name}-${user}.log`))
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    LANG: 'C.UTF-8',
    CI: 'true',
    ...certificates(),
  }
  const set = Object.entries({ ...env, HOME: home }).map(([key, value]) => `${key}=${value}`)
  const child = spawn(
    'chroot',
    [`--userspec=${user}:${user}`, root, 'env', '-i', ...set, 'sh', '-c', `cd ~/nana && ${command}`],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)))
  return { child, ended }
}

/** Hands on the variables that say where the machine's certificates are, if there are any. */
function certificates() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(NODE_EXTRA_CA_CERTS|SSL_CERT)/.test(name)),
  )
}
