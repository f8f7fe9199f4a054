import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { closedFolder, userNamed } from '../db/database-user.ts'
import { PACKAGE_ROOT } from '../settings/paths.ts'
import { removeDataDir } from '../testing/database-process.ts'

// The compiled server is started, because a process that has given up root never gets it back.
const OUT = join(PACKAGE_ROOT, 'dist/server')
const OWN_UID = process.getuid?.() ?? 0
const isRoot = OWN_UID === 0
/** This user is on every machine, and stands for the one that an administrator makes. */
const OTHER = userNamed('nobody') ?? { name: 'nobody', uid: 65_534, gid: 65_534 }
/** Root of the package's folder may have closed it to others; then the server has to stay root. */
const isClosed = closedFolder(OUT, OTHER) !== null

let dataDir: string
beforeAll(async () => {
  const tsc = join(PACKAGE_ROOT, 'node_modules/.bin/tsc')
  await promisify(execFile)(tsc, ['-b', 'core', 'server'], { cwd: PACKAGE_ROOT })
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nana-root-'))
})
afterEach(() => removeDataDir(dataDir))

/** Runs a script with what it needs at hand, and answers what it printed, line by line. */
async function lines(script: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    prepared(script),
  ])
  return stdout.trim().split('\n')
}

function prepared(script: string): string {
  return `
    import { giveUpRoot } from ${JSON.stringify(join(OUT, 'ports/give-up-root.js'))}
    import { startServer } from ${JSON.stringify(join(OUT, 'main.js'))}
    import { loadConfig } from ${JSON.stringify(join(OUT, 'settings/config.js'))}
    const folders = { dataDir: ${JSON.stringify(dataDir)}, mailDir: null, copyDir: null, node: null }
    const giveUp = () => giveUpRoot(folders, 'nobody')
    ${script}`
}

it('root goes on as the user made for it: server, database and files are that user’s', async () => {
  writeFileSync(join(dataDir, 'postgres.log'), '', { mode: 0o600 })
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '' }
  const script = `
    const server = await startServer(loadConfig(process.env), undefined, { onListening: giveUp })
    console.log(server.url, process.getuid(), process.geteuid(), process.getgroups().join())
    process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', prepared(script)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  const [url, uid, euid, groups] = String(said).trim().split(' ')
  const expected = isRoot && !isClosed ? OTHER.uid : OWN_UID
  expect([Number(uid), Number(euid)]).toEqual([expected, expected])
  expect(groups?.split(',').includes('0')).toBe(expected === 0)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  for (const name of ['.', 'secrets.json', 'postgres.log', 'database']) {
    const isDatabaseOfRoot = isRoot && name === 'database'
    expect(statSync(join(dataDir, name)).uid, name).toBe(isDatabaseOfRoot ? OTHER.uid : expected)
  }
  // An administrator's command goes on working as root.
  const { stdout } = await promisify(execFile)('node', [join(OUT, 'cli.js'), 'list-users'], { env })
  expect(stdout).toContain('No hay cuentas')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(existsSync(join(dataDir, 'database/postmaster.pid'))).toBe(false)
})

it('stays root, and says why, where the database is another user’s', async () => {
  mkdirSync(join(dataDir, 'database'))
  if (isRoot) chownSync(join(dataDir, 'database'), 12_345, 12_345)
  expect(await lines('console.log(giveUp()); console.log(process.getuid())')).toEqual([
    isRoot ? expect.stringContaining(`es de otro usuario. Con el servidor parado: chown -R nobody`) : 'null',
    String(OWN_UID),
  ])
})

it('stays root where the folder holds what isn’t the server’s, and leaves it as it is', async () => {
  writeFileSync(join(dataDir, 'fotos.zip'), '')
  expect(await lines('console.log(giveUp()); console.log(process.getuid())')).toEqual([
    isRoot ? expect.stringContaining('hay algo que no es suyo (fotos.zip)') : 'null',
    String(OWN_UID),
  ])
  expect(statSync(dataDir).uid).toBe(OWN_UID)
})

it.each(['mailDir', 'copyDir'])('stays root where it could not write to %s', async (which) => {
  const closed = mkdtempSync(join(tmpdir(), 'nana-closed-'))
  const [said, uid] = await lines(`
    console.log(giveUpRoot({ ...folders, ${which}: ${JSON.stringify(closed)} }, 'nobody'))
    console.log(process.getuid())`)
  rmSync(closed, { recursive: true })
  expect([said, uid]).toEqual([
    isRoot ? expect.stringContaining('El servidor sigue como root: «nobody» no llega') : 'null',
    String(OWN_UID),
  ])
  expect(statSync(dataDir).uid).toBe(OWN_UID)
})

it('stays root where it could not begin other processes', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'nana-closed-'))
  const node = join(closed, 'node')
  symlinkSync(process.execPath, node)
  const giveUpWith = (path: string) =>
    lines(`
      console.log(giveUpRoot({ ...folders, node: ${JSON.stringify(path)} }, 'nobody'))
      console.log(process.getuid())`)
  const [said, uid] = await giveUpWith(node)
  rmSync(closed, { recursive: true })
  expect([said, uid]).toEqual([
    isRoot ? expect.stringContaining('El servidor sigue como root: «nobody» no llega') : 'null',
    String(OWN_UID),
  ])
  const expected = isRoot && !isClosed ? OTHER.uid : OWN_UID
  expect((await giveUpWith(process.execPath))[1]).toBe(String(expected))
})

it('stays root where the way to the data is closed to that user, and leaves them root’s', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'nana-closed-'))
  const inside = join(closed, 'datos')
  mkdirSync(inside)
  writeFileSync(join(inside, 'postgres.log'), '')
  const [said, uid] = await lines(`
    console.log(giveUpRoot({ ...folders, dataDir: ${JSON.stringify(inside)} }, 'nobody'))
    console.log(process.getuid())`)
  const uids = [inside, join(inside, 'postgres.log')].map((path) => statSync(path).uid)
  rmSync(closed, { recursive: true })
  expect([said, uid]).toEqual([
    isRoot ? expect.stringContaining('El servidor sigue como root: «nobody» no llega') : 'null',
    String(OWN_UID),
  ])
  expect(uids).toEqual([OWN_UID, OWN_UID])
})

it('stays root where nobody has made that user, and says how to', async () => {
  expect(
    await lines(`console.log(giveUpRoot(folders, 'nana-que-no-hay')); console.log(process.getuid())`),
  ).toEqual([
    isRoot ? expect.stringContaining('Créalo con «useradd --system nana-que-no-hay».') : 'null',
    String(OWN_UID),
  ])
})
