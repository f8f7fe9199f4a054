import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAdminDatabase } from '../../db/admin-database.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import { knownMigrations } from '../../db/upgrade/migration-files.ts'
import { openOrWait } from '../../keeping/keeping.ts'
import { type Config, loadConfig } from '../../settings/config.ts'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openBackup } from './backup-file.ts'
import { deleteOldUpgradeCopies, withUpgradeCopy } from './upgrade-copy.ts'

const FIRST_VERSION = [...['001', '002', '003', '004', '005'].map((n) => `platform ${n}`), '20251101090000']
const COPY = `nana-antes-de-${[...(await knownMigrations()).keys()].at(-1)}.copia`

let folder: string
let db: TestDatabase
let config: Config

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  folder = await mkdtemp(join(tmpdir(), 'nana-upgrade-'))
  db = await startTestDatabase()
  const older = `${db.connection.database}_older`
  await db.pool.query(`create database ${older}`)
  config = loadConfig({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${db.connection.user}@localhost/${older}?host=${encodeURIComponent(db.connection.host ?? '')}`,
  })
  await onOlder(`insert into auth.users (email) values ('marta@example.com')`)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.pool.query(`drop database ${db.connection.database}_older with (force)`)
  await db.close()
  await rm(folder, { recursive: true })
})

/** Runs a statement in the database as the first version left it. */
async function onOlder(sql: string): Promise<unknown[]> {
  const opened = await openDatabase(config, null, undefined, { workAs: 'owner', only: FIRST_VERSION })
  const { rows } = await opened.pool.query(sql)
  await opened.close()
  return rows
}

/** Starts with this version, as the server does. */
function start(more: Partial<Config> = {}): Promise<Database> {
  const { signal } = new AbortController()
  return withUpgradeCopy({ ...config, ...more }, signal, (beforeUpgrade) =>
    openDatabase(config, null, signal, { workAs: 'owner', beforeUpgrade }),
  )
}

const copies = () => join(config.dataDir, 'copies')

describe('an upgrade', () => {
  it('is made after a copy, and once', async () => {
    await (await start()).close()
    const copy = await openBackup(join(copies(), COPY))
    expect(copy.head.versions).toEqual([...FIRST_VERSION].sort())
    await copy.close()
    await rm(copies(), { recursive: true })
    const opened = await start()
    expect((await opened.pool.query('select email from auth.users')).rows).toEqual([
      { email: 'marta@example.com' },
    ])
    await opened.close()
    expect(await readdir(config.dataDir)).toEqual([])
  })

  it('that fails says where the copy is, and leaves one however often it is tried', async () => {
    await onOlder('create function public.families_in_sight() returns int return 1')
    for (const _ of [1, 2]) {
      await expect(start()).rejects.toThrow(
        new RegExp(
          `families_in_sight\\) ha fallado: .*\nLa base de datos ha quedado como estaba: .* está en \\S+/copies/${COPY}\\.$`,
        ),
      )
    }
    expect(await readdir(copies())).toEqual([COPY])
    expect(await onOlder(`select to_regclass('public.access_grants') as made`)).toEqual([{ made: null }])
  })

  it('whose health fails says it too', async () => {
    await onOlder(
      'create policy hidden on public.sleep_records as restrictive for insert to authenticated with check (false)',
    )
    await expect(start()).rejects.toThrow(
      /La base de datos puesta al día no está sana: .*hidden.*\nLa base de datos ha quedado como estaba/,
    )
    expect(await onOlder(`select to_regclass('public.access_grants') as made`)).toEqual([{ made: null }])
  })

  it('that is done says nothing of what it was when the start fails afterwards', async () => {
    const { signal } = new AbortController()
    const starting = withUpgradeCopy(config, signal, async (beforeUpgrade) => {
      const opened = await openDatabase(config, null, signal, { workAs: 'owner', beforeUpgrade })
      await opened.close()
      throw new Error('later')
    })
    await expect(starting).rejects.toThrow(/^later$/)
    expect(await readdir(copies())).toEqual([COPY])
  })

  it('is not made where the copy can’t be', async () => {
    const away = { ...config.copies, dir: join(folder, 'away') }
    await expect(start({ copies: away })).rejects.toThrow(
      /No se pone al día la base de datos, porque antes no se ha podido copiar: .*no existe la carpeta\. No se ha cambiado nada/,
    )
    expect(await onOlder(`select to_regclass('public.access_grants') as made`)).toEqual([{ made: null }])
  })

  describe('of another PostgreSQL isn’t tried again and again, but ends the start:', () => {
    const starting = (more: Partial<Config> = {}) =>
      openOrWait({ ...config, ...more }, AbortSignal.timeout(10_000))

    it('the copy can’t be made', async () => {
      const copies = { ...config.copies, dir: join(folder, 'away') }
      await expect(starting({ copies })).rejects.toThrow('antes no se ha podido copiar')
    })

    it('the disk has no room for it', async () => {
      await onOlder(`create function public.fill() returns event_trigger language plpgsql as
          $$ begin raise 'no space left' using errcode = '53100'; end $$;
        create event trigger fill on ddl_command_start when tag in ('CREATE TABLE') execute function public.fill()`)
      await expect(starting()).rejects.toThrow(/no space left\nLa base de datos ha quedado como estaba/)
    })
  })

  it('is no command’s: the server has to start first', async () => {
    await expect(openAdminDatabase(config)).rejects.toThrow(
      'arranca antes el servidor, que la copia y la pone al día',
    )
    expect(await onOlder(`select to_regclass('public.access_grants') as made`)).toEqual([{ made: null }])
  })
})

it('copies before an upgrade go after a month, and nothing else does', async () => {
  await mkdir(copies(), { recursive: true })
  const names = [
    COPY,
    'nana-antes-de-platform-022.copia',
    'nana-antes-de-carta.copia',
    'nana-2025-01-01-040000.copia',
  ]
  const now = new Date('2026-03-15T12:00:00Z')
  for (const name of names) {
    const file = join(copies(), name)
    await writeFile(file, name.includes('carta') ? 'a letter' : 'nana copy 2\n…')
    const madeAt = new Date(name === COPY ? '2026-02-14T12:00:00Z' : '2026-02-12T12:00:00Z')
    await utimes(file, madeAt, madeAt)
  }
  await deleteOldUpgradeCopies(config, now)
  expect((await readdir(copies())).sort()).toEqual([names[3], COPY, names[2]])
  await deleteOldUpgradeCopies({ ...config, dataDir: join(folder, 'none') }, now)
  // One that was made before there was a BACKUP_DIR goes as well.
  const later = new Date('2026-04-15T12:00:00Z')
  await deleteOldUpgradeCopies(
    { ...config, copies: { ...config.copies, dir: join(folder, 'backups') } },
    later,
  )
  expect((await readdir(copies())).sort()).toEqual([names[3], names[2]])
})
