import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { mustRun } from '../run.mjs'

/*
 * A root of Debian in a folder: the base system and the packages that are named, and nothing that anybody ever
 * installed by hand. It shares the machine's network and processes.
 */

const MOUNTS = ['/proc', '/sys', '/dev', '/dev/shm', '/dev/pts']
/** These files say how to reach package sources from this network, which any new machine would know as well. */
const COPIED = ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt', '/etc/npmrc']
/** Where a root is of the same Debian as the machine, its packages come from where the machine's do. */
const SOURCES = '/etc/apt/sources.list.d/debian.sources'

/**
 * Makes a root at a path where nothing is, of the Debian that is named, with the machine's own devices in it.
 * @param {string} root
 * @param {{ suite: string, packages: readonly string[] }} what
 */
export async function makeRoot(root, { suite, packages }) {
  await mustRun('mmdebstrap', ['--quiet', '--variant=apt', `--include=${packages.join(',')}`, suite, root])
  const isOfMachine = existsSync(SOURCES) && readFileSync(SOURCES, 'utf8').includes(` ${suite} `)
  for (const path of isOfMachine ? [...COPIED, SOURCES] : COPIED) {
    if (existsSync(path)) cpSync(path, root + path, { recursive: true, dereference: true, force: true })
  }
  mount(root)
}

/** @type {Set<string>} */
const mounted = new Set()
process.on('exit', () => {
  for (const root of mounted) unmount(root)
})
for (const [signal, code] of /** @type {const} */ ([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
])) {
  process.once(signal, () => process.exit(code))
}

/**
 * Puts the machine's own devices and processes into a root, until `unmount` or the end of this process, whatever ends
 * it. It doesn't wait for anything meanwhile, so that no signal comes between.
 * @param {string} root
 */
export function mount(root) {
  mounted.add(root)
  for (const path of MOUNTS) {
    mkdirSync(root + path, { recursive: true })
    execFileSync('mount', ['--bind', path, root + path])
  }
}

/**
 * Takes the machine's own things out of the root. Answers whether it holds nothing any more but what is its own.
 * @param {string} root
 */
export function unmount(root) {
  const mounts = () => readFileSync('/proc/mounts', 'utf8')
  for (const path of MOUNTS.toReversed()) {
    if (mounts().includes(` ${root}${path} `)) spawnSync('umount', ['--lazy', root + path])
  }
  const isFree = !mounts().includes(` ${root}/`)
  if (isFree) mounted.delete(root)
  return isFree
}

/**
 * Deletes the root only when nothing is mounted in it any more: what lies behind a mount is the machine's own.
 * @param {string} root
 */
export function removeRoot(root) {
  if (unmount(root)) rmSync(root, { recursive: true, force: true })
}

/**
 * Runs a shell's line in the root as a user, in their home or a folder below it; all it says goes into a file.
 * @param {object} what
 * @param {string} what.root
 * @param {number | null} [what.booted] The first process of the root where it was booted: the line runs beside it.
 * @param {string} what.user
 * @param {string} what.line
 * @param {string} [what.folder]
 * @param {string} what.log
 * @param {Record<string, string>} [what.env]
 */
export function startInRoot({ root, booted = null, user, line, folder = '.', log, env = {} }) {
  const all = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    LANG: 'C.UTF-8',
    CI: 'true',
    ...certificates(),
    HOME: user === 'root' ? '/root' : `/home/${user}`,
    ...env,
  }
  const set = Object.entries(all).map(([key, value]) => `${key}=${value}`)
  const [enter = '', ...where] =
    booted === null
      ? ['chroot', `--userspec=${user}:${user}`, root]
      : [
          'nsenter',
          `--target=${booted}`,
          '--all',
          'setpriv',
          `--reuid=${user}`,
          `--regid=${user}`,
          '--init-groups',
        ]
  const command = ['env', '-i', ...set, 'sh', '-c', `cd ~ && cd ${folder} && ${line}`]
  const child = spawn(enter, [...where, ...command], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const file = createWriteStream(log, { flags: 'a' })
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)))
  return { child, ended }
}

/**
 * Resolves to the first address that is said, or null when there is none until the end.
 * @param {import('node:stream').Readable} output
 */
export async function addressFrom(output) {
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
export async function statusOf(url) {
  try {
    return String((await fetch(url)).status)
  } catch (error) {
    return String(error)
  }
}

/** Hands on the variables that say where the machine's certificates are, if there are any. */
function certificates() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(NODE_EXTRA_CA_CERTS|SSL_CERT)/.test(name)),
  )
}
