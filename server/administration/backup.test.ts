import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../../supabase/tests/engines.ts'
import { startTestDatabase, type TestDatabase } from '../../supabase/tests/test-database.ts'
import { createUser } from '../auth/accounts.ts'
import { backup } from './backup.ts'
import { backupTables } from './backup-tables.ts'
import { restore } from './restore.ts'

const quiet = () => undefined

describe.each([...ENGINES.keys()])('%s', (engine) => {
  let source: TestDatabase
  let target: TestDatabase
  let folder: string
  let file: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nana-backup-'))
    file = join(folder, 'copy')
    source = await startTestDatabase(engine)
    await fill(source.pool)
    await backup(source.pool, file, quiet)
  })
  afterAll(async () => {
    await source.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    target = await startTestDatabase(engine)
  })
  afterEach(() => target.close())

  it('brings every row of every table back as it was', async () => {
    const told: string[] = []
    const { rows, at } = await restore(target.pool, file, (line) => told.push(line))
    const before = await contents(source.pool)
    expect(await contents(target.pool)).toEqual(before)
    const counts = Object.entries(before).map(([table, found]) => `${table}: ${found.length}`)
    expect(told.toSorted()).toEqual(counts.toSorted())
    expect(rows).toBe(Object.values(before).flat().length)
    expect(before['public.sleep_records']).toHaveLength(1200)
    expect(Date.now() - Date.parse(at)).toBeGreaterThanOrEqual(0)
  })

  it('leaves the triggers and rules working', async () => {
    await restore(target.pool, file, quiet)
    const { rows } = await target.pool.query(`select from pg_trigger where tgenabled = 'D'`)
    expect(rows).toEqual([])
    const rev = async () => (await target.pool.query('select rev from public.sync_state')).rows
    const before = await rev()
    await target.pool.query(`update public.sleep_records set wake_ups = 1 where date = '2020-01-02'`)
    expect(await rev()).not.toEqual(before)
  })

  it('is a copy of one moment, while others write', async () => {
    const busy = join(folder, 'busy')
    let stop = false
    const writing = (async () => {
      while (!stop) await createUser(source.pool, { email: `${Math.random()}@example.com`, password: 'x' })
    })()
    await backup(source.pool, busy, quiet)
    stop = true
    await writing
    await restore(target.pool, busy, quiet)
    const { rows } = await target.pool.query<{ users: number; identities: number }>(
      `select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.identities) as identities`,
    )
    expect(rows[0]?.users).toBe(rows[0]?.identities)
  })

  it('goes only into an empty database', async () => {
    await createUser(target.pool, { email: 'here@example.com', password: 'siesta' })
    const before = await contents(target.pool)
    await expect(restore(target.pool, file, quiet)).rejects.toThrow('La base de datos no está vacía')
    expect(await contents(target.pool)).toEqual(before)
  })

  it.each<[string, (lines: string[]) => string[], string]>([
    ['cut off', (lines) => lines.slice(0, -1), 'está incompleto: no se ha restaurado nada'],
    ['short of a row', (lines) => lines.toSpliced(5, 1), 'está incompleto'],
    ['no copy', () => ['{"hello":1}'], 'no es una copia de este programa'],
    ['no JSON', (lines) => [...lines.slice(0, 4), 'x'], 'no es una copia de este programa'],
    [
      'of another version',
      ([head = '', ...rest]) => [head.replace('"platform 003"', '"platform 999"'), ...rest],
      'La copia es de otra versión del programa',
    ],
  ])('that is %s changes nothing', async (_, spoil, message) => {
    const spoiled = join(folder, 'spoiled')
    const lines = gunzipSync(await readFile(file))
      .toString('utf8')
      .trimEnd()
      .split('\n')
    await writeFile(
      spoiled,
      gzipSync(
        spoil(lines)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    )
    await expect(restore(target.pool, spoiled, quiet)).rejects.toThrow(message)
    expect(Object.values(await contents(target.pool)).flat()).toEqual([])
  })

  it('that ends in the middle of its bytes, or isn’t there, changes nothing', async () => {
    const half = join(folder, 'half')
    const bytes = await readFile(file)
    await writeFile(half, bytes.subarray(0, bytes.length / 2))
    await expect(restore(target.pool, half, quiet)).rejects.toThrow('está dañado')
    await expect(restore(target.pool, join(folder, 'nothing'), quiet)).rejects.toThrow('No existe')
    await writeFile(half, 'plain text')
    await expect(restore(target.pool, half, quiet)).rejects.toThrow('está dañado')
    expect(Object.values(await contents(target.pool)).flat()).toEqual([])
  })

  it('is for its owner alone, and leaves no draft', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(backup(source.pool, join(folder, 'no', 'folder'), quiet)).rejects.toThrow('ENOENT')
    expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual(['copy'])
  })
})

/** Accounts with odd texts, and more records than are read or written at once. */
async function fill(pool: pg.Pool): Promise<void> {
  const user = await createUser(pool, { email: 'ana@example.com', password: 'siesta-larga-y-buena' })
  await pool.query(
    `update auth.users set raw_user_meta_data = $1, raw_app_meta_data = 'null' where id = $2`,
    [JSON.stringify({ name: 'Ñ "q" \\ \n\t 👶', list: [null, 1.5, 'a,b'] }), user.id],
  )
  await pool.query(
    `insert into auth.sessions (user_id, ip, user_agent, refreshed_at) values ($1, '2001:db8::1', 'x', now())`,
    [user.id],
  )
  await pool.query(
    `insert into public.baby_info (user_id, name, birth_date) values ($1, 'Leo', '2025-01-07')`,
    [user.id],
  )
  await pool.query(
    `insert into public.sleep_records (user_id, type, date, start_time, end_time, duration)
     select $1, 'siesta', date '2020-01-01' + n, '10:00', '11:00', 60 from generate_series(1, 1200) n`,
    [user.id],
  )
}

async function contents(pool: pg.Pool): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name } of await backupTables(pool)) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  return found
}
