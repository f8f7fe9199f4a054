import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../auth/accounts/accounts.ts'
import { ENGINES } from '../../testing/engines.ts'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { backup } from './backup.ts'
import { openBackup } from './backup-file.ts'
import { backupTables, SHORT_LIVED } from './backup-tables.ts'
import { MACHINE, prepareTarget } from './backup-target.ts'
import { restore as restoreBackup } from './restore.ts'

const quiet = () => undefined

async function restore(pool: pg.Pool, file: string, progress: (line: string) => void) {
  const backup = await openBackup(file)
  try {
    return await restoreBackup(pool, backup, progress)
  } finally {
    await backup.close()
  }
}

/** Takes away what the restore has noted for the phones, the one thing that the copy doesn't have. */
async function forgetRestore(pool: pg.Pool): Promise<void> {
  const noted = `restores @> jsonb_build_array(jsonb_build_object('rev', rev))`
  const { rows } = await pool.query(`select bool_and(${noted}) as "isNoted" from public.sync_state`)
  expect(rows).toEqual([{ isNoted: true }])
  await pool.query('update public.sync_state set restores = restores - -1')
}

/** The lines of a backup. What stands around them is checked before they are read. */
async function linesIn(file: string): Promise<string[]> {
  const bytes = await readFile(file)
  return gunzipSync(bytes.subarray('nana copy 2\n'.length, -32)).toString('utf8').trimEnd().split('\n')
}

const zipped = (lines: string[]) => gzipSync(lines.map((line) => `${line}\n`).join(''))

describe.each([...ENGINES.keys()])('on %s, a backup', (engine) => {
  let source: TestDatabase
  let target: TestDatabase
  let folder: string
  let file: string
  let copied: Record<string, string[]>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nana-backup-'))
    file = join(folder, 'backup')
    source = await startTestDatabase(engine)
    await fill(source.pool)
    await backup(source.pool, file, quiet)
    copied = await contents(source.pool)
  })
  afterAll(async () => {
    await source.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    target = await startTestDatabase(engine)
  })
  afterEach(() => target.close())

  it('restores every row of every table as it was', async () => {
    const told: string[] = []
    const { rows, at } = await restore(target.pool, file, (line) => told.push(line))
    const before = await contents(source.pool)
    const lasting = Object.entries(before).filter(([table]) => !SHORT_LIVED.has(table))
    const ended = [...SHORT_LIVED].map((table) => [table, []])
    await forgetRestore(target.pool)
    expect(await contents(target.pool)).toEqual({ ...before, ...Object.fromEntries(ended) })
    const counts = lasting.map(([table, found]) => `${table}: ${found.length}`)
    expect(told.toSorted()).toEqual(counts.toSorted())
    expect(rows).toBe(lasting.flatMap(([, found]) => found).length)
    expect(before['public.sleep_records']).toHaveLength(1200)
    expect(before['public.access_grants']).toHaveLength(2)
    expect(before['public.access_history']).toHaveLength(1)
    expect(before['public.access_invitations']).toHaveLength(1)
    expect(Date.now() - Date.parse(at)).toBeGreaterThanOrEqual(0)
  })

  it('leaves the triggers enabled after it was restored', async () => {
    await restore(target.pool, file, quiet)
    const { rows } = await target.pool.query(`select from pg_trigger where tgenabled = 'D'`)
    expect(rows).toEqual([])
    const rev = async () => (await target.pool.query('select rev from public.sync_state')).rows
    const before = await rev()
    await target.pool.query(`update public.sleep_records set wake_ups = 1 where date = '2020-01-02'`)
    expect(await rev()).not.toEqual(before)
  })

  it('holds one moment of the database while others write', async () => {
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

  it('is not restored by halves where the database swallows rows', async () => {
    await target.pool.query('create rule swallow as on insert to public.baby_info do instead nothing')
    await expect(restore(target.pool, file, quiet)).rejects.toThrow(
      /public\.baby_info tiene 0 filas, y la copia \d+/,
    )
    expect((await target.pool.query('select from auth.users')).rowCount).toBe(0)
  })

  it('is restored only into an empty database', async () => {
    await createUser(target.pool, { email: 'here@example.com', password: 'siesta' })
    const before = await contents(target.pool)
    await expect(restore(target.pool, file, quiet)).rejects.toThrow('La base de datos no está vacía')
    expect(await contents(target.pool)).toEqual(before)
  })

  it.each<[string, (lines: string[]) => string[], string]>([
    ['cut off', (lines) => lines.slice(0, -1), 'está incompleto'],
    [
      'short of a row',
      (lines) =>
        lines.toSpliced(
          lines.findIndex((line) => line.startsWith('[')),
          1,
        ),
      'está incompleto',
    ],
    ['no backup', () => ['{"hello":1}'], 'no es una copia de este programa'],
    ['no JSON', (lines) => [...lines.slice(0, 4), 'x'], 'no es una copia de este programa'],
    [
      'of another version',
      ([head = '', ...rest]) => [head.replace('"platform 003"', '"platform 999"'), ...rest],
      'La copia es de otra versión del programa (tiene platform 999)',
    ],
  ])('that is %s restores nothing', async (_, spoil, message) => {
    const spoiled = join(folder, 'spoiled')
    // Without a checksum, as the first backups were: it would find every one of these.
    await writeFile(spoiled, zipped(spoil(await linesIn(file))))
    await expect(restore(target.pool, spoiled, quiet)).rejects.toThrow(message)
    expect(Object.values(await contents(target.pool)).flat()).toEqual([])
  })

  it('that was cut off in the middle, or doesn’t exist, restores nothing', async () => {
    const half = join(folder, 'half')
    const bytes = await readFile(file)
    await writeFile(half, bytes.subarray(0, bytes.length / 2))
    await expect(restore(target.pool, half, quiet)).rejects.toThrow('está dañado')
    await expect(restore(target.pool, join(folder, 'nothing'), quiet)).rejects.toThrow('No existe')
    await writeFile(half, 'plain text')
    await expect(restore(target.pool, half, quiet)).rejects.toThrow('está dañado')
    expect(Object.values(await contents(target.pool)).flat()).toEqual([])
  })

  it('is refused whichever bit of it was flipped, or wherever it was cut', async () => {
    const spoiled = join(folder, 'flipped')
    const bytes = await readFile(file)
    const everywhere = Array.from({ length: 120 }, (_, n) => n)
    for (const n of everywhere) {
      const at = Math.floor((n * bytes.length) / everywhere.length)
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (n % 8))
      await writeFile(spoiled, flipped)
      await expect(openBackup(spoiled), `bit ${n % 8} of byte ${at}`).rejects.toThrow('está dañado')
      await writeFile(spoiled, bytes.subarray(0, at))
      await expect(openBackup(spoiled), `cut at ${at}`).rejects.toThrow('está dañado')
    }
  })

  it('of the first format ends in a sentence whichever bit of it was flipped', async () => {
    const spoiled = join(folder, 'flipped-old')
    const bytes = zipped(old(await linesIn(file)))
    for (let n = 0; n < 60; n += 1) {
      const flipped = Buffer.from(bytes)
      const at = Math.floor((n * bytes.length) / 60)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (n % 8))
      await writeFile(spoiled, flipped)
      // Some bits of gzip's own head mean nothing.
      const opened = await openBackup(spoiled).catch((error: unknown) => error)
      if (opened instanceof Error) expect(opened.message).toMatch(/es una copia de este programa|incompleto/)
      else await (opened as Awaited<ReturnType<typeof openBackup>>).close()
    }
  })

  it('of the first format is restored, and one with a value that doesn’t fit is refused in words', async () => {
    const first = join(folder, 'first')
    const lines = old(await linesIn(file))
    const unfit = lines.map((line) => line.replace('"2020-01-02"', '"2020-13-02"'))
    expect(unfit).not.toEqual(lines)
    await writeFile(first, zipped(unfit))
    await expect(restore(target.pool, first, quiet)).rejects.toThrow(
      'está dañado: tiene una fila que no cabe',
    )
    expect(Object.values(await contents(target.pool)).flat()).toEqual([])
    await writeFile(first, zipped(lines))
    await restore(target.pool, first, quiet)
    await forgetRestore(target.pool)
    expect(await contents(target.pool)).toEqual({
      ...copied,
      'auth.sessions': [],
      'public.access_invitations': [],
    })
  })

  it('brings back nothing that was to last a while only, also from a backup that holds it', async () => {
    const place = join(folder, 'pending')
    const { id } = await createUser(target.pool, { email: 'eva@example.com', password: 'siesta' })
    await target.pool.query(
      `update auth.users set email_change = 'new@example.com', email_change_token_new = 'x', recovery_token = 'y',
              email_change_confirm_status = 1 where id = $1`,
      [id],
    )
    await target.pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status)
       values (gen_random_uuid(), $1, 'totp', 'unverified'), (gen_random_uuid(), $1, 'totp', 'verified')`,
      [id],
    )
    await backup(target.pool, place, quiet)
    // As the first versions wrote it, with a session.
    const [head = '', ...rest] = old(await linesIn(place))
    const session = [
      JSON.stringify({ table: 'auth.sessions', columns: await columnsOf(target.pool, 'auth.sessions') }),
      JSON.stringify((await columnsOf(target.pool, 'auth.sessions')).map(() => null)),
      JSON.stringify({ rows: Number(/"rows":(\d+)/.exec(rest.at(-1) ?? '')?.[1]) + 1 }),
    ]
    await writeFile(place, zipped([head, ...rest.slice(0, -1), ...session]))
    await target.pool.query(
      'delete from auth.users; delete from public.sync_state; delete from nana.erased_accounts',
    )
    await restore(target.pool, place, quiet)
    const { rows } = await target.pool.query(
      `select email, email_change, email_change_token_new, recovery_token, email_change_confirm_status as status,
              (select array_agg(f.status::text) from auth.mfa_factors f) as factors,
              (select count(*) from auth.sessions) as sessions from auth.users`,
    )
    expect(rows).toEqual([
      {
        email: 'eva@example.com',
        email_change: null,
        email_change_token_new: null,
        recovery_token: null,
        status: 0,
        factors: ['verified'],
        sessions: 0,
      },
    ])
  })

  it('is no folder, device or pipe', async () => {
    for (const [place, said] of [
      [folder, 'es una carpeta: añade --keep N'],
      ['/dev/null', 'fichero normal'],
    ] as const) {
      await expect(openBackup(place)).rejects.toThrow(`${place} no es un fichero.`)
      await expect(backup(source.pool, place, quiet, { force: true })).rejects.toThrow(said)
    }
    const lead = join(folder, 'lead')
    await symlink(file, lead)
    await expect(backup(source.pool, lead, quiet, { force: true })).rejects.toThrow('fichero normal')
  })

  it('replaces another one only when it is told to', async () => {
    const taken = join(folder, 'taken')
    await writeFile(taken, 'a letter')
    await expect(backup(source.pool, taken, quiet)).rejects.toThrow('o añade --force')
    expect(await readFile(taken, 'utf8')).toBe('a letter')
    await backup(source.pool, taken, quiet, { force: true })
    await restore(target.pool, taken, quiet)
  })

  it('that is ended while it is made leaves nothing, and removes what a killed one has left', async () => {
    const ended = spawn('true')
    await new Promise((resolve) => ended.once('exit', resolve))
    const place = await mkdtemp(join(folder, 'ended-'))
    const ending = new AbortController()
    const making = backup(
      source.pool,
      join(place, 'backup'),
      (line) => {
        if (line.startsWith('auth.users')) ending.abort(new Error('told to end'))
      },
      { signal: ending.signal },
    )
    await expect(making).rejects.toThrow('told to end')
    expect(await readdir(place)).toEqual([])

    let draft = ''
    await backup(source.pool, join(place, 'backup'), () => {
      draft = readdirSync(place).find((name) => name.includes('draft')) ?? draft
    })
    const killed = draft.replace(`-${process.pid}-`, `-${ended.pid}-`)
    expect(killed).not.toBe(draft)
    await writeFile(join(place, killed), 'half')
    await backup(source.pool, join(place, 'another'), quiet)
    expect((await readdir(place)).toSorted()).toEqual(['another', 'backup'])
  })

  it('that is ended while it is restored, or waits to be, changes nothing', async () => {
    for (const table of ['auth.users', 'auth.sessions']) {
      const holder = await target.pool.connect()
      // The lock makes it wait, as a server at work would.
      await holder.query(`begin; lock table ${table} in access exclusive mode`)
      const ending = new AbortController()
      const backup = await openBackup(file)
      const restoring = restoreBackup(target.pool, backup, quiet, { signal: ending.signal })
      ending.abort(new Error('told to end'))
      await expect(restoring).rejects.toThrow('told to end')
      await backup.close()
      await holder.query('rollback')
      holder.release()
    }
    expect(Object.values(await contents(target.pool)).flat()).toEqual([])
  })

  it('can only be read by its owner, and leaves no draft behind', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(backup(source.pool, join(folder, 'no', 'folder'), quiet)).rejects.toThrow(
      'no existe la carpeta',
    )
    expect((await readdir(folder)).filter((name) => name.startsWith('backup'))).toEqual(['backup'])
  })
})

describe('the draft of a backup that was killed', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

  it.each([
    ['of a process that is gone goes', MACHINE, () => spawnSync('true').pid, 0, []],
    ['of this process stays', MACHINE, () => process.pid, 0, ['draft']],
    ['of one that had this one’s number, as in a container, goes', MACHINE, () => process.pid, 12, []],
    ['of a process that lives stays', MACHINE, () => process.ppid, 48, ['draft']],
    ['of another machine stays for a day', '0a0a0a0a', () => process.pid, 23, ['draft']],
    [
      'of another machine goes then, which may be this one by another name',
      '0a0a0a0a',
      () => process.pid,
      25,
      [],
    ],
  ])('%s', async (_, machine, pid, hours, left) => {
    const place = await mkdtemp(join(tmpdir(), 'nana-drafts-'))
    const name = `old.nana-draft-${machine}-${pid()}-0123abcd`
    await writeFile(join(place, name), '')
    await utimes(join(place, name), hoursAgo(hours), hoursAgo(hours))
    await prepareTarget(join(place, 'new'), false)
    expect((await readdir(place)).map(() => 'draft')).toEqual(left)
    await rm(place, { recursive: true })
  })
})

async function columnsOf(pool: pg.Pool, table: string): Promise<string[]> {
  const found = (await backupTables(pool)).find(({ name }) => name === table)
  return found?.columns.map(({ name }) => name) ?? []
}

/** The lines of the same backup in the first format. */
function old([head = '', ...rest]: string[]): string[] {
  return [head.replace('nana backup 2', 'nana backup 1'), ...rest]
}

/** Makes accounts with unusual texts, and more records than one batch of the backup or of the restore holds. */
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
  await pool.query(
    `insert into public.access_grants (family_id, account_id, role, name, until, ended_at)
     values ($1, gen_random_uuid(), 'carer', 'Ñ "q" 👶', 'infinity', null), ($1, gen_random_uuid(), 'viewer', 'x', null, now())`,
    [user.id],
  )
  await pool.query(
    `insert into public.access_history (family_id, event, role, name) values ($1, 'invited', 'viewer', 'x')`,
    [user.id],
  )
  await pool.query(
    `insert into public.access_invitations (family_id, token_hash, role, name) values ($1, sha256('x'), 'viewer', 'x')`,
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
