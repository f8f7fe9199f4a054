import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { thisUser } from '../../db/database-user.ts'
import { openDatabase } from '../../db/open.ts'
import { openOrWait } from '../../keeping/keeping.ts'
import { loadConfig } from '../../settings/config.ts'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { backup } from './backup.ts'
import { backupCommand, backupIntoFolder, noteRestoreCommand, restoreCommand } from './backup-commands.ts'
import { unreadable } from './backup-file.ts'
import { backupName, prepareTarget } from './backup-target.ts'

let folder: string
let db: TestDatabase
let file: string
let told: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-backups-'))
  db = await startTestDatabase()
  file = join(folder, 'backup')
  told = []
})
afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

const tell = (line: string) => void told.push(line)

function config(more: Record<string, string> = {}, database = db.connection.database) {
  const { host, user } = db.connection
  return loadConfig({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    ...more,
  })
}

it('a backup that was made or restored stays so when that can’t be written into the security log', async () => {
  await db.pool.query('alter table nana.security_log rename to away')
  expect(await backupCommand(config(), file, false, tell)).toMatch(/^Copia hecha: /)
  expect(await restoreCommand(config(), file, tell)).toMatch(/^Copia del .* restaurada: 0 filas\.$/)
  expect(told.filter((line) => line.includes('no se ha podido apuntar en el registro'))).toHaveLength(2)
})

it('a process that is told to end in the middle leaves no draft, and says that there is no backup', async () => {
  const making = backupCommand(config(), file, false, () => process.emit('SIGHUP'))
  await expect(making).rejects.toThrow('Interrumpido: no se ha hecho ninguna copia.')
  expect(await readdir(folder)).toEqual([])
  await backupCommand(config(), file, false, tell)
  const restoring = restoreCommand(config(), file, () => process.emit('SIGHUP'))
  await expect(restoring).rejects.toThrow('Interrumpido: no se ha restaurado nada.')
})

it('a damaged backup, or a name that is taken, is told before a database is made', async () => {
  const empty = loadConfig({ DATA_DIR: join(folder, 'data') })
  await writeFile(file, 'a letter')
  await expect(restoreCommand(empty, file, tell)).rejects.toThrow(
    'no es una copia de este programa, o está dañado. No se ha restaurado nada.',
  )
  await expect(backupCommand(empty, file, false, tell)).rejects.toThrow('o añade --force')
  expect(await readdir(folder)).toEqual(['backup'])
})

it('a file that the server’s user may not reach is told with that user’s name, which root may not expect', async () => {
  const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' })
  const user = `el usuario «${thisUser()}»`
  expect(unreadable(denied, file)).toMatchObject({
    message: `No se puede leer ${file}: ${user} no tiene permiso. Ponlo en una carpeta donde pueda entrar, y dáselo con chown.`,
  })
  expect((await prepareTarget(file, false)).explained(denied)).toMatchObject({
    message: `No se puede escribir ${file}: ${user} no tiene permiso para escribir ahí.`,
  })
})

it('a restore names each of what has to be brought along that isn’t beside the database', async () => {
  await backupCommand(config(), file, false, tell)
  await restoreCommand(config(), file, tell)
  const missing = () => told.flatMap((line) => /^Aviso: .* no está (\S+\.json)\./.exec(line)?.[1] ?? [])
  expect(missing()).toEqual(['secrets.json', 'erased-accounts.json', 'ended-accesses.json'])
  for (const name of ['secrets.json', 'erased-accounts.json', 'ended-accesses.json']) {
    await mkdir(config().dataDir, { recursive: true })
    await writeFile(join(config().dataDir, name), '[]')
    told = []
    await restoreCommand(config(), file, tell)
    expect(missing()).not.toContain(name)
  }
  expect(told.join('\n')).not.toContain('Aviso:')
})

it('who notes a restore is told which list isn’t beside the database, and to bring it', async () => {
  const dataDir = config().dataDir
  const notes = async () => {
    told = []
    await noteRestoreCommand(config(), false, tell)
    return told
  }
  const warning = (name: string, back: string) =>
    `Aviso: en DATA_DIR=${dataDir} no está ${name}. Si lo había, tráelo y repite la orden: sin él vuelven ${back} después de la copia.`
  const ended = warning('ended-accesses.json', 'los accesos que se quitaron')
  expect(await notes()).toEqual([warning('erased-accounts.json', 'las cuentas que se borraron'), ended])
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'erased-accounts.json'), '[]')
  expect(await notes()).toEqual([ended])
  await writeFile(join(dataDir, 'ended-accesses.json'), '[]')
  expect(await notes()).toEqual([])
})

/** A database without any tables. */
async function unused(name: string) {
  const database = `${db.connection.database}_${name}`
  await db.pool.query(`create database ${database}`)
  return config({}, database)
}

it('a backup says what else is to be kept, and which of it each day', async () => {
  const said = await backupCommand(config(), file, false, tell)
  for (const name of ['secrets.json', 'cada día', 'erased-accounts.json', 'ended-accesses.json'])
    expect(said).toContain(name)
})

it('a restore into the database of a hosted project says what is wrong with it, and not with the backup', async () => {
  await backupCommand(config(), file, false, tell)
  const there = await unused('hosted')
  const opened = await openDatabase(there, null, undefined, { workAs: 'owner', tables: 'left' })
  await opened.pool.query('create schema auth; create table auth.users (id uuid)')
  await opened.close()
  const restoring = restoreCommand(there, file, tell)
  await expect(restoring).rejects.toThrow('no las ha hecho Nana')
  await expect(restoring).rejects.not.toThrow('no ha podido con la copia')
})

it('a restore that is cut off leaves nothing with which a start or a command would begin, and is done once more', async () => {
  const copies = join(folder, 'copies')
  await mkdir(copies)
  const made = join(copies, backupName(new Date()))
  await backupCommand(config(), made, false, tell)
  const there = await unused('cut')
  const restoring = restoreCommand(there, made, () => process.emit('SIGHUP'))
  await expect(restoring).rejects.toThrow('Interrumpido: no se ha restaurado nada.')

  const isRefused = 'no hay nada de Nana, y aquí no se estrena ninguna'
  const withCopies = { ...there, copies: { ...there.copies, dir: copies } }
  await expect(openOrWait(withCopies, new AbortController().signal)).rejects.toThrow(isRefused)
  await expect(backupCommand(there, file, false, tell)).rejects.toThrow(isRefused)
  expect(await readdir(copies)).toHaveLength(1)
  expect(await restoreCommand(there, made, tell)).toMatch(/^Copia del .* restaurada: 0 filas\.$/)
  await (await openOrWait(withCopies, new AbortController().signal)).close()
})

it.each([
  ['the connection breaks', (near: Socket) => void near.destroy()],
  ['the process is told to end', () => void process.emit('SIGHUP')],
])('a restore of which %s during the commit doesn’t say that nothing was restored', async (_, happens) => {
  await backupCommand(config(), file, false, tell)
  const there = await unused('unsure')
  const way = await startWay((near) => happens(near))
  onTestFinished(() => way.close())
  const { user } = db.connection
  const throughWay = {
    ...there,
    databaseUrl: `postgres://${user}@127.0.0.1:${way.port}/${db.connection.database}_unsure`,
  }
  const failure = await restoreCommand(throughWay, file, tell).catch((error: Error) => error.message)
  expect(failure).toMatch(/^No se sabe si la copia se ha restaurado: .* Repite la orden: /)
  await expect(restoreCommand(there, file, tell)).resolves.toMatch(/restaurada/)
})

/** A way to the database on which something happens when a restore's commit goes by. It isn't let through. */
async function startWay(happens: (near: Socket) => void) {
  const { host, port } = db.connection
  const server = createServer((near) => {
    const far = createConnection(`${host}/.s.PGSQL.${port}`)
    let isRestore = false
    near.on('data', (data) => {
      isRestore ||= data.includes('note_restore')
      if (isRestore && data.includes('commit')) happens(near)
      else far.write(data)
    })
    far.on('data', (data) => near.write(data))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    for (const end of [near, far]) end.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo // It listens on a port.
  return { port: ownPort, close: () => void server.close() }
}

describe('a backup of an older version', () => {
  const OLDER = [
    'platform 001',
    'platform 002',
    'platform 003',
    'platform 004',
    'platform 005',
    '20251101090000',
  ]
  const FAMILY = 'b4a5f9c2-6a55-4a3e-9c11-52f0a3d1f001'

  /** As it was made by a program that knew no other migrations. */
  async function olderBackup(): Promise<void> {
    const opened = await openDatabase(await unused('older'), null, undefined, {
      workAs: 'owner',
      only: OLDER,
    })
    await opened.pool.query(`insert into auth.users (id, email) values ($1, 'marta@example.com')`, [FAMILY])
    await opened.pool.query(
      `insert into public.sleep_records (user_id, date, type, start_time, end_time)
       values ($1, '2025-08-11', 'siesta', '10:00', '11:30')`,
      [FAMILY],
    )
    await backup(opened.pool, file, () => undefined)
    await opened.close()
  }

  it('is restored where no server has been, and brought up to date', async () => {
    await olderBackup()
    const there = await unused('there')
    expect(await restoreCommand(there, file, tell)).toMatch(/^Copia del .* restaurada: \d+ filas\.$/)
    const opened = await openDatabase(there, null, undefined, { workAs: 'owner' })
    const { rows } = await opened.pool.query(
      'select user_id, start_time, end_time, taps from public.sleep_records',
    )
    expect(rows).toEqual([
      expect.objectContaining({ user_id: FAMILY, start_time: '10:00', end_time: '11:30' }),
    ])
    await opened.close()
  })

  it('brings no account back that was erased since', async () => {
    await olderBackup()
    const there = await unused('erased')
    const hash = createHash('sha256').update(`salt${FAMILY}`).digest('hex')
    await mkdir(there.dataDir)
    await writeFile(
      join(there.dataDir, 'erased-accounts.json'),
      JSON.stringify([{ salt: 'salt', id_hash: hash, erased_at: new Date().toISOString() }]),
    )
    await restoreCommand(there, file, tell)
    expect(told).toContain('Cuentas borradas después de la copia, y borradas otra vez: 1')
    const opened = await openDatabase(there, null, undefined, { workAs: 'owner' })
    expect((await opened.pool.query('select from public.sleep_records')).rowCount).toBe(0)
    await opened.close()
  })

  it('is restored though a migration that it names has gone since the first weeks', async () => {
    const early = `insert into supabase_migrations.schema_migrations (version) values ('20251121090000')`
    await db.pool.query(early)
    await backupCommand(config(), file, false, tell)
    expect(await restoreCommand(await unused('early'), file, tell)).toMatch(
      /^Copia del .* restaurada: 0 filas\.$/,
    )
  })

  it('is refused where the tables are those of now', async () => {
    await olderBackup()
    await expect(restoreCommand(config(), file, tell)).rejects.toThrow(
      'restáurala en otra que esté por estrenar',
    )
  })
})

describe('backups of which so many are kept', () => {
  let backups: string
  beforeEach(async () => {
    backups = join(folder, 'backups')
    await mkdir(backups)
  })

  const old = (day: number) => `nana-2025-01-0${day}-030000.copia`
  const left = async () => (await readdir(backups)).sort()
  const isNew = expect.stringMatching(/^nana-20\d\d-\d\d-\d\d-\d{6}\.copia$/)

  /** Backups of these days of January 2025, the last one encrypted. */
  async function makeOld(...days: number[]): Promise<void> {
    await backupCommand(config(), join(folder, 'plain'), false, tell)
    await backupCommand(
      config({ BACKUP_PASSPHRASE: 'luna y manzanilla' }),
      join(folder, 'sealed'),
      false,
      tell,
    )
    for (const day of days) {
      await copyFile(join(folder, day === days.at(-1) ? 'sealed' : 'plain'), join(backups, old(day)))
    }
  }

  it('a backup is called by its moment', () => {
    expect(backupName(new Date('2026-02-03T04:05:06.789Z'))).toBe('nana-2026-02-03-040506.copia')
  })

  it('a new backup sends the oldest away, encrypted ones too, until as many are left as were asked for', async () => {
    await makeOld(2, 3, 1)
    expect(await backupIntoFolder(config(), backups, 3, tell)).toMatch(
      /^Copia hecha: \S+\.copia \(0 filas\)\.\n.*\nCopias más viejas borradas: 1\.$/,
    )
    expect(await left()).toEqual([old(2), old(3), isNew])
  })

  it('what a clock that was ahead has made goes first', async () => {
    await makeOld(1, 2)
    await copyFile(join(folder, 'plain'), join(backups, 'nana-2199-01-01-030000.copia'))
    await backupIntoFolder(config(), backups, 3, tell)
    expect(await left()).toEqual([old(1), old(2), isNew])
  })

  it('while there are fewer, nothing is deleted', async () => {
    await makeOld(1)
    expect(await backupIntoFolder(config(), backups, 2, tell)).not.toContain('borradas')
    expect(await left()).toEqual([old(1), isNew])
  })

  it('what isn’t such a backup stays, whatever its name, and doesn’t count', async () => {
    await makeOld(1, 2)
    await copyFile(join(folder, 'plain'), join(backups, 'before-the-move.copia'))
    await writeFile(join(backups, old(3)), 'a letter')
    await writeFile(join(backups, old(4)), '')
    await symlink(join(folder, 'plain'), join(backups, old(5)))
    await mkdir(join(backups, old(6)))
    await backupIntoFolder(config(), backups, 1, tell)
    expect(await left()).toEqual(['before-the-move.copia', old(3), old(4), old(5), old(6), isNew])
    expect(await readdir(folder)).toContain('plain')
  })

  it('a backup that fails sends none away', async () => {
    await makeOld(1, 2)
    const nowhere = config({ DATABASE_URL: 'postgres://localhost/none?host=/nonexistent' })
    await expect(backupIntoFolder(nowhere, backups, 1, tell)).rejects.toThrow()
    expect(await left()).toEqual([old(1), old(2)])
  })

  it('a folder that isn’t there is told', async () => {
    await expect(backupIntoFolder(config(), join(folder, 'none'), 1, tell)).rejects.toThrow(
      'no existe la carpeta',
    )
  })
})
