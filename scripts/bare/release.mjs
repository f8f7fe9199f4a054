import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packDebian } from '../release/debian.mjs'
import { freePort, mustRun, ROOT } from '../run.mjs'
import { boot } from './boot.mjs'
import { commandsBelow } from './documented.mjs'
import { serveAsImage } from './image.mjs'
import { insteadOfCreating, typeAt } from './machine.mjs'
import { makeRoot, removeRoot, unmount } from './root.mjs'

/*
 * Installs a release on a machine that holds nothing but Debian 13's base, by the commands of docs/operations.md as
 * they stand there: from the archive as an ordinary user; and as a Debian package, on the same root after it was booted
 * with its own systemd. The package is then raised to a higher version and taken away. Debian 13 is the first whose own
 * Node is new enough.
 */

const USER = 'familia'
const RELEASE = join(ROOT, 'release')
/** These are the answers to whoever asks for life, health and page, signs in and reads. */
const WELL = '200,200,200,200,200'
/** A minute is long for a test, so the machine's administrator has set less. */
const SHORT_WATCHDOG = '[Service]\nWatchdogSec=6\n'

/** @typedef {(what: string, work: () => Promise<{ isWell: boolean, lastLine: string }>) => Promise<void>} Check */

/**
 * @param {string} place The folder for the root, and for what was said.
 * @param {Check} check
 */
export async function proveRelease(place, check) {
  const root = join(place, 'machine')
  const document = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  await check('la misma versión, hecha dos veces', makeTwice)
  try {
    await check('una máquina con Debian 13', () => makeMachine(root, version))
    await check('desde el archivo, con Node y nada más', () => fromArchive(root, place, document))
    await check('con lo que hay en la imagen para Docker', () => fromImage(root, place, version))
    if (!unmount(root)) throw new Error(`No se puede desmontar lo que hay en ${root}.`)
    const machine = await boot(root, join(place, 'release-boot.log'))
    try {
      await checkPackage({ root, document, version, check, typing: typeAt(root, place, machine.first) })
    } finally {
      await machine.halt()
    }
  } finally {
    removeRoot(root)
  }
}

/** The second time with other rights on files, and in another folder: neither may show in the bytes. */
async function makeTwice() {
  const sums = []
  for (const mask of ['022', '077']) {
    const line = `umask ${mask} && exec "$0" scripts/release/main.mjs`
    await mustRun('sh', ['-c', line, process.execPath])
    sums.push(readFileSync(join(RELEASE, 'SHA256SUMS'), 'utf8'))
  }
  const isSame = sums[0] === sums[1]
  return { isWell: isSame, lastLine: isSame ? 'los mismos bytes' : `no es la misma\n${sums.join('\n')}` }
}

/**
 * @param {string} root
 * @param {string} version
 */
async function makeMachine(root, version) {
  // What Debian's installer leaves on every machine, and its smallest base hasn't got.
  const packages = ['adduser', 'ca-certificates', 'dbus', 'passwd', 'systemd', 'systemd-sysv']
  await makeRoot(root, { suite: 'trixie', packages })
  // Whoever types the commands answers yes.
  writeFileSync(`${root}/etc/apt/apt.conf.d/90yes`, 'APT::Get::Assume-Yes "true";\n')
  await mustRun('chroot', [root, 'useradd', '--create-home', USER])
  const files = [`nana-${version}.tar.gz`, `nana_${version}_amd64.deb`, 'SHA256SUMS']
  for (const home of ['root', `home/${USER}`]) {
    for (const name of files) cpSync(join(RELEASE, name), join(root, home, name))
  }
  await packHigher(root, version)
  return { isWell: true, lastLine: packages.join(', ') }
}

/** @param {string} version */
const higherThan = (version) => `${version}+1`

/**
 * Makes a package of a higher version, of the same files.
 * @param {string} root
 * @param {string} version
 */
async function packHigher(root, version) {
  const higher = higherThan(version)
  const folder = join(root, '../higher')
  cpSync(join(RELEASE, `nana-${version}`), folder, { recursive: true, verbatimSymlinks: true })
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: higher }))
  const file = join(root, `root/nana_${higher}_amd64.deb`)
  await packDebian(folder, file, { version: higher, epoch: 1_800_000_000 })
}

/**
 * @param {string} root
 * @param {string} place
 * @param {string} document
 */
async function fromArchive(root, place, document) {
  const { run, serve, call } = typeAt(root, place)
  const [installNode = '', compare = ''] = commandsBelow(document, 'A version to install')
  const [start = '', create = ''] = commandsBelow(document, 'From the archive')
  await run('root', `apt-get update -qq && ${installNode}`)
  await run(USER, compare)
  // The root shares the machine's ports until it is booted.
  const env = { PORT: await freePort() }
  const server = await serve(USER, start, env)
  const created = await run(USER, create, env)
  const answers = await call(server.url, created, await run(USER, insteadOfCreating(create, 'keys'), env))
  const code = await server.end()
  return { isWell: answers === WELL && code === 0, lastLine: `responde ${answers} y sale con ${code}` }
}

/**
 * @param {string} root
 * @param {string} place
 * @param {string} version
 */
async function fromImage(root, place, version) {
  const { answers, verified, code, uid } = await serveAsImage(root, version, typeAt(root, place))
  const isGood = verified.includes('La copia vale')
  return {
    isWell: answers === WELL && isGood && code === 0,
    lastLine: `usuario ${uid}: responde ${answers}, la copia ${isGood ? 'vale' : 'no vale'}, y sale con ${code}`,
  }
}

/**
 * @param {object} how
 * @param {string} how.root
 * @param {string} how.document
 * @param {string} how.version
 * @param {Check} how.check
 * @param {ReturnType<typeof typeAt>} how.typing
 */
async function checkPackage({ root, document, version, check, typing: { run, call } }) {
  const [install = '', create = '', remove = '', purge = ''] = commandsBelow(document, 'As a Debian package')
  const shown = (/** @type {string} */ name) => run('root', `systemctl show --value --property=${name} nana`)
  /** What was printed for the account that is there through all that follows. */
  let created = ''

  await check('como paquete de Debian, que systemd arranca', async () => {
    await run('root', install)
    created = await run('root', create)
    return served()
  })
  await check('un proceso que se cuelga: systemd lo nota y arranca otro', async () => {
    const folder = '/run/systemd/system/nana.service.d'
    const set = `mkdir -p ${folder} && printf '${SHORT_WATCHDOG}' > ${folder}/short.conf`
    await run('root', `${set} && systemctl daemon-reload && systemctl restart nana`)
    await run('root', 'systemctl kill --signal=STOP --kill-whom=main nana')
    while ((await shown('NRestarts')) === '0' || (await shown('ActiveState')) !== 'active') await sleep(500)
    return served()
  })
  await check('el paquete de una versión posterior', async () => {
    const higher = higherThan(version)
    await run('root', install.replace(`nana_${version}_`, `nana_${higher}_`))
    const manifest = JSON.parse(readFileSync(join(root, 'usr/lib/nana/package.json'), 'utf8'))
    const { isWell, lastLine } = await served()
    return { isWell: isWell && manifest.version === higher, lastLine: `${manifest.version}: ${lastLine}` }
  })
  await check('parar, quitar y borrar el paquete', async () => {
    await run('root', 'systemctl stop nana')
    const result = await shown('Result')
    await run('root', 'systemctl start nana')
    await run('root', remove)
    const after = await shown('ActiveState')
    await run('root', purge)
    const paths = ['usr/lib/nana', 'etc/nana', 'usr/bin/nana-admin', 'usr/lib/systemd/system/nana.service']
    const left = paths.filter((path) => existsSync(join(root, path)))
    const isKept = existsSync(join(root, 'var/lib/nana/database/PG_VERSION'))
    return {
      isWell: result === 'success' && after === 'inactive' && left.length === 0 && isKept,
      lastLine: `${result}, ${after}; queda ${left.join(', ') || 'nada'}; los datos ${isKept ? 'siguen' : 'no están'}`,
    }
  })
  await check('volver a ponerlo', async () => {
    await run('root', install)
    return served()
  })

  /** The account that was made first is there, with its password, whatever has become of the program. */
  async function served() {
    const state = [await shown('ActiveState'), await shown('User'), await shown('StatusText')].join(' ')
    const [url = ''] = /http:\S+/.exec(state) ?? []
    const answers = await call(url, created, await run('root', insteadOfCreating(create, 'keys')))
    return { isWell: answers === WELL && state.startsWith('active nana'), lastLine: `${state}: ${answers}` }
  }
}
