import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { backupCommand, noteRestoreCommand, restoreCommand } from './administration/copies/backup-commands.ts'
import { keepEnded, readEnded } from './administration/ended-accesses.ts'
import { keepErased } from './administration/erased-accounts.ts'
import { openOwnAccounts } from './administration/own-accounts.ts'
import { openPool } from './db/open.ts'
import { openChangeFeed } from './events/change-feed.ts'
import { followLists } from './keeping/follow-lists.ts'
import { type Config, loadConfig } from './settings/config.ts'
import { user } from './testing/callers.ts'
import { startTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { bearer, startTestServer, type TestServer } from './testing/test-server.ts'

const quiet = () => undefined

let folder: string
let db: TestDatabase
let server: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-erased-'))
  db = await startTestDatabase()
  server = await startTestServer({ DATA_DIR: folder }, db)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

function configOf({ connection: { host, user, database } }: TestDatabase, dataDir = folder): Config {
  return loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
  })
}

/** What is found by a query, a column a row, in a database of its own that a backup was restored into. */
async function restoredInto(
  config: (target: TestDatabase) => Config,
  file: string,
  query = 'select email as found from auth.users order by 1',
): Promise<string[]> {
  const target = await startTestDatabase()
  await restoreCommand(config(target), file, quiet)
  const { rows } = await target.pool.query<{ found: string }>(query)
  await target.close()
  return rows.map(({ found }) => found)
}

/** Lets an account into a family by an invitation. `until`: SQL. */
async function letInto({ pool }: TestDatabase, family: string, account: string, until = 'null') {
  const made = await user(
    pool,
    family,
  )(`select public.invite_to_family('carer', 'Alguien', ${until}) ->> 'token' as token`)
  await user(pool, account)('select public.accept_invitation($1)', made.rows[0].token)
}

it('what a deleted account had let others do, or was let do, doesn’t come back to life with an older backup', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-erased-grants-'))
  const there = await startTestDatabase()
  const [ana, bea, eva] = [await there.createUser(), await there.createUser(), await there.createUser()]
  const letIn = (family: string, account: string) =>
    there.pool.query(
      `with granted as (
         insert into public.access_grants (family_id, account_id, role, name) values ($1, $2, 'carer', 'Abuela')
       )
       insert into public.access_history (family_id, event, account_id, role, name)
       values ($1, 'joined', $2, 'carer', 'Abuela')`,
      [family, account],
    )
  for (const [family, account] of [
    [ana, eva],
    [bea, eva],
    [bea, ana],
  ] as const)
    await letIn(family, account)
  const backup = join(own, 'backup')
  await backupCommand(configOf(there, own), backup, false, quiet)
  await there.pool.query('select public.delete_account($1)', [ana])
  await keepErased(there.pool, own)
  await there.close()

  const found = (query: string) => restoredInto((target) => configOf(target, own), backup, query)
  const kept = [`${bea} ${ana}`, `${bea} ${eva}`].toSorted()
  for (const table of ['access_grants', 'access_history']) {
    const pairs = `select family_id || ' ' || account_id as found from public.${table} order by 1`
    expect(await found(pairs)).toEqual(kept)
  }
  // Of the account that is gone its name is left, and it can open nothing.
  const opened = `select id as found from auth.users order by 1`
  expect(await found(opened)).toEqual([bea, eva].toSorted())
  await rm(own, { recursive: true })
})

it('an account that was made anew under its old id stays, and is erased again once it was deleted once more', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-anew-'))
  const there = await startTestDatabase()
  const [id, early] = [await there.createUser(), await there.createUser('early@example.com')]
  const before = join(own, 'before')
  // One was made by a clock that ran ahead.
  await there.pool.query(`update auth.users set created_at = now() + interval '1 day' where id = $1`, [early])
  await backupCommand(configOf(there, own), before, false, quiet)
  const erase = async () => {
    await there.pool.query('delete from auth.users where id = any($1)', [[id, early]])
    await keepErased(there.pool, own)
  }
  await erase()
  const restored = (backup: string) => restoredInto((target) => configOf(target, own), backup)
  expect(await restored(before)).toEqual([])

  await there.pool.query(`insert into auth.users (id, email) values ($1, 'anew@example.com')`, [id])
  const anew = join(own, 'anew')
  await backupCommand(configOf(there, own), anew, false, quiet)
  expect(await restored(anew)).toEqual(['anew@example.com'])
  await noteRestoreCommand(configOf(there, own), false, quiet)
  expect((await there.pool.query('select from auth.users')).rowCount).toBe(1)

  await erase()
  expect(await restored(anew)).toEqual([])
  await there.close()
  await rm(own, { recursive: true })
})

it('an account that was deleted stays so when an older backup is restored into the same folder', async () => {
  const [ana, bea, eva] = [
    await server.createAccount('ana@example.com'),
    await server.createAccount('bea@example.com'),
    await server.createAccount('eva@example.com'),
  ]
  const session = await server.signIn(ana)
  const backup = join(folder, 'backup')
  await backupCommand(configOf(db), backup, false, quiet)

  const headers = { apikey: server.anonKey, ...bearer(session.access_token) }
  const left = await new PostgrestClient(`${server.url}/rest/v1`, { headers }).rpc('delete_my_account')
  expect(left.status).toBe(204)
  const accounts = await openOwnAccounts(configOf(db))
  await accounts.delete('bea@example.com')
  await accounts.close()

  const list = join(folder, 'erased-accounts.json')
  const listed = async () => JSON.parse(await readFile(list, 'utf8').catch(() => '[]')) as unknown[]
  await vi.waitUntil(async () => (await listed()).length === 2, { timeout: 60_000 })
  expect((await stat(list)).mode & 0o777).toBe(0o600)
  const text = await readFile(list, 'utf8')
  for (const known of [ana.id, bea.id, eva.id, '@example.com']) expect(text).not.toContain(known)

  expect(await restoredInto((target) => configOf(target), backup)).toEqual(['eva@example.com'])
  const elsewhere = join(folder, 'elsewhere')
  expect(await restoredInto((target) => configOf(target, elsewhere), backup)).toHaveLength(3)

  await writeFile(list, text.slice(0, -10))
  await expect(restoredInto((target) => configOf(target), backup)).rejects.toThrow(
    'erased-accounts.json está dañado',
  )
  await writeFile(list, text)
})

it('an access that was ended stays so when an older backup is restored, unless it was given anew', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-ended-'))
  const there = await startTestDatabase()
  const feed = openChangeFeed(there.connection)
  const lists = await followLists(there.pool, feed, own)
  await vi.waitUntil(() => feed.isListening, { timeout: 20_000 })
  const family = await there.createUser()
  const [abuela, tia, padre] = [await there.createUser(), await there.createUser(), await there.createUser()]
  const owner = user(there.pool, family)
  const letIn = (account: string) => letInto(there, family, account)
  const end = (account: string) => owner('select public.end_access($1)', account)
  for (const account of [abuela, tia, padre]) await letIn(account)
  const backup = join(own, 'backup')
  await backupCommand(configOf(there, own), backup, false, quiet)

  const list = join(own, 'ended-accesses.json')
  const listed = async () => JSON.parse(await readFile(list, 'utf8').catch(() => '[]')) as unknown[]
  const waitForListed = (count: number) =>
    vi.waitUntil(async () => (await listed()).length === count, { timeout: 60_000 })
  await end(abuela)
  await end(tia)
  await waitForListed(2)
  const text = await readFile(list, 'utf8')
  for (const known of [family, abuela, tia]) expect(text).not.toContain(known)
  await letIn(tia)
  await waitForListed(1)
  await owner(`select public.change_access($1, 'carer', 'Padre', now() + interval '2 days')`, padre)
  await waitForListed(2)

  const found = (query: string, file = backup) => restoredInto((target) => configOf(target, own), file, query)
  const inside =
    'select account_id::text as found from public.access_grants where ended_at is null order by 1'
  expect(await found(inside)).toEqual([tia, padre].toSorted())
  const history = `select event as found from public.access_history where account_id = '${abuela}' order by at`
  expect(await found(history)).toEqual(['joined', 'ended'])

  // On a list that lags behind she is still one that was let out.
  await writeFile(list, text)
  const later = join(own, 'later')
  await backupCommand(configOf(there, own), later, false, quiet)
  expect(await found(inside, later)).toEqual([tia, padre].toSorted())

  await writeFile(list, text.slice(0, -10))
  await expect(found(inside)).rejects.toThrow('ended-accesses.json está dañado')
  await lists.stop()
  feed.close()
  await there.close()
  await rm(own, { recursive: true })
})

it('a restored access ends when, and as, it did or will, and the history says it', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-ended-'))
  const there = await startTestDatabase()
  const family = await there.createUser()
  const [abuela, tia, padre] = [await there.createUser(), await there.createUser(), await there.createUser()]
  for (const account of [abuela, tia, padre]) await letInto(there, family, account)
  const backup = join(own, 'backup')
  await backupCommand(configOf(there, own), backup, false, quiet)
  const owner = user(there.pool, family)
  await user(there.pool, abuela)('select public.leave_family($1)', family)
  await owner(`select public.change_access($1, 'carer', 'Tía', now() + interval '2 days')`, tia)
  await owner('select public.end_access($1)', padre)
  await letInto(there, family, padre, `now() + interval '3 days'`)
  await keepEnded(there.pool, own)

  const ends = `select account_id || ' ' || coalesce(ended_at, until)::text as found
    from public.access_grants order by 1`
  const history = `select account_id || ' ' || event || ' ' || at as found from public.access_history
    where (account_id, at) in (select account_id, max(at) from public.access_history group by 1) order by 1`
  for (const query of [ends, history]) {
    const { rows } = await there.pool.query<{ found: string }>(query)
    expect(await restoredInto((target) => configOf(target, own), backup, query)).toEqual(
      rows.map(({ found }) => found),
    )
  }
  await there.close()
  await rm(own, { recursive: true })
})

it('who was a carer at the time of the copy, and may only read since, writes no more after a restore', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-lowered-'))
  const there = await startTestDatabase()
  const people = await Promise.all(Array.from({ length: 6 }, () => there.createUser()))
  const [family, abuela, tia, padre, asesora, vecina] = people as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  for (const account of [abuela, tia, padre, asesora]) await letInto(there, family, account)
  const owner = user(there.pool, family)
  const change = (account: string, role: string, until: string | null = null) =>
    owner('select public.change_access($1, $2, $3, $4)', account, role, role, until)
  await change(padre, 'viewer')
  const backup = join(own, 'backup')
  await backupCommand(configOf(there, own), backup, false, quiet)
  await change(abuela, 'viewer')
  await change(tia, 'viewer')
  await change(tia, 'carer')
  await change(padre, 'carer')
  await change(asesora, 'consultant', '2030-01-01T00:00:00Z')
  await letInto(there, family, vecina)
  await keepEnded(there.pool, own)
  expect((await readEnded(own)).map(({ lowered_to }) => lowered_to)).toEqual(['viewer', 'consultant'])
  // The version before, to which one may go back, takes no entry without a moment.
  expect((await readEnded(own)).map(({ ends_at }) => typeof ends_at)).toEqual(['string', 'string'])

  const roles = `select account_id || ' ' || role || ' ' || coalesce(until::text, '') as found
    from public.access_grants order by 1`
  const history = `select account_id || ' ' || event || ' ' || role as found from public.access_history
    where account_id in ('${abuela}', '${asesora}') order by at`
  const { rows } = await there.pool.query<{ found: string }>(history)
  const found = (query: string) => restoredInto((target) => configOf(target, own), backup, query)
  expect(await found(roles)).toEqual(
    // What they were allowed since they aren't allowed again: a restore opens nothing.
    [
      `${abuela} viewer `,
      `${tia} carer `,
      `${padre} viewer `,
      `${asesora} consultant 2030-01-01 00:00:00+00`,
    ].toSorted(),
  )
  expect(await found(history)).toEqual(rows.map((row) => row.found))
  // An access that has been raised since is on the list no more.
  await change(abuela, 'carer')
  await keepEnded(there.pool, own)
  expect(await readEnded(own)).toHaveLength(1)
  await there.close()
  await rm(own, { recursive: true })
})

it('a list of the version before is told who may only read, too', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-lowered-'))
  const there = await startTestDatabase()
  const family = await there.createUser()
  for (let number = 0; number < 12; number += 1) {
    const account = await there.createUser()
    await letInto(there, family, account)
    await user(there.pool, family)(
      'select public.change_access($1, $2, $3, $4)',
      account,
      'viewer',
      'Tía',
      '2030-01-01T00:00:00Z',
    )
  }
  await keepEnded(there.pool, own)
  const now = await readEnded(own)
  const before = now.map((entry) => ({ ...entry, lowered_to: undefined }))
  await writeFile(join(own, 'ended-accesses.json'), JSON.stringify(before))
  await keepEnded(there.pool, own)
  expect(await readEnded(own)).toEqual(now)
  expect(now.map(({ lowered_to }) => lowered_to)).toEqual(Array.from({ length: 12 }, () => 'viewer'))
  await there.close()
  await rm(own, { recursive: true })
})

it('an entry of a clock that ran ahead keeps no other access off the list', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-ended-'))
  const there = await startTestDatabase()
  const [family, abuela] = [await there.createUser(), await there.createUser()]
  await letInto(there, family, abuela)
  const ahead = { id_hash: 'h', event: 'ended', at: '2099-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' }
  await writeFile(join(own, 'ended-accesses.json'), JSON.stringify([ahead]))
  await user(there.pool, family)('select public.end_access($1)', abuela)
  await keepEnded(there.pool, own)
  expect(JSON.parse(await readFile(join(own, 'ended-accesses.json'), 'utf8'))).toHaveLength(2)
  await there.close()
  await rm(own, { recursive: true })
})

it('what was deleted and ended stays so in a database that was brought back in another way', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-noted-'))
  const there = await startTestDatabase()
  const [family, abuela, eva] = [await there.createUser(), await there.createUser(), await there.createUser()]
  await letInto(there, family, abuela)
  const before = join(own, 'before')
  await backupCommand(configOf(there, own), before, false, quiet)
  await user(there.pool, family)('select public.end_access($1)', abuela)
  await there.pool.query('select public.delete_account($1)', [eva])
  await keepEnded(there.pool, own)
  await keepErased(there.pool, own)
  await there.close()

  const back = await startTestDatabase()
  await restoreCommand(configOf(back, join(own, 'without-lists')), before, quiet)
  // A server that was started too early takes nothing off the list.
  await keepEnded(back.pool, own)
  const said: string[] = []
  await noteRestoreCommand(configOf(back, own), false, (line) => said.push(line))
  expect(said).toEqual([
    'Cuentas borradas después de la copia, y borradas otra vez: 1',
    'Accesos quitados o recortados después de la copia, y otra vez ahora: 1',
  ])
  const open = async () =>
    (await back.pool.query('select account_id from public.access_grants where ended_at is null')).rows
  expect(await open()).toEqual([])
  expect((await back.pool.query('select from auth.users where id = $1', [eva])).rowCount).toBe(0)

  // Whom the family lets in anew stays in, however often it is noted.
  await letInto(back, family, abuela)
  await noteRestoreCommand(configOf(back, own), true, quiet)
  expect(await open()).toEqual([{ account_id: abuela }])
  await back.close()
  await rm(own, { recursive: true })
})

it('an end that no list can write damages none', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-ended-'))
  const there = await startTestDatabase()
  const [family, tia] = [await there.createUser(), await there.createUser()]
  await letInto(there, family, tia)
  const owner = user(there.pool, family)
  const listed = async () => {
    await keepEnded(there.pool, own)
    return (await readEnded(own)).map(({ ends_at }) => ends_at?.slice(0, 4))
  }
  for (const [until, expected] of [
    ['infinity', []],
    ['20000-01-01', []],
    ['2030-01-01', ['2030']],
  ] as const) {
    await owner(`select public.change_access($1, 'carer', 'Tía', '${until}')`, tia)
    expect(await listed(), until).toEqual(expected)
  }
  await there.close()
  await rm(own, { recursive: true })
})

it('a restore says how many accesses it has ended again', async () => {
  const own = await mkdtemp(join(tmpdir(), 'nana-ended-'))
  const there = await startTestDatabase()
  const [family, abuela] = [await there.createUser(), await there.createUser()]
  await letInto(there, family, abuela)
  const backup = join(own, 'backup')
  await backupCommand(configOf(there, own), backup, false, quiet)
  await user(there.pool, family)('select public.end_access($1)', abuela)
  await keepEnded(there.pool, own)
  await there.close()
  const target = await startTestDatabase()
  const said: string[] = []
  await restoreCommand(configOf(target, own), backup, (line) => said.push(line))
  expect(said).toContain('Accesos quitados o recortados después de la copia, y otra vez ahora: 1')
  // Of a database that the list says more of than it knows itself, nothing is forgotten.
  const text = await readFile(join(own, 'ended-accesses.json'), 'utf8')
  await target.pool.query('delete from public.access_grants')
  await keepEnded(target.pool, own)
  expect(await readFile(join(own, 'ended-accesses.json'), 'utf8')).toBe(text)
  await target.close()
  await rm(own, { recursive: true })
})

it('what could not be written down is written down within the hour', async () => {
  const own = await startTestDatabase()
  await own.createUser()
  await own.pool.query('delete from auth.users')
  const away = join(folder, 'away')
  await writeFile(away, 'no folder')
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    printed.mockRestore()
  })
  const deaf = { onLeaving: () => undefined, onAccess: () => undefined }
  const lists = await followLists(own.pool, deaf, away)
  expect(printed.mock.calls.join()).toContain('No se ha podido apuntar qué cuentas se han borrado')
  await rm(away)
  vi.advanceTimersByTime(3_600_000)
  const listed = () => readFile(join(away, 'erased-accounts.json'), 'utf8').catch(() => '')
  await expect.poll(listed, { timeout: 20_000 }).toContain('id_hash')
  await lists.stop()
  await own.close()
})

it('a server that stops begins no more of the list, and says nothing of what it left out', async () => {
  const own = await startTestDatabase()
  const feed = openChangeFeed(own.connection)
  const pool = openPool(own.connection)
  const stopped = join(folder, 'stopped')
  const erased = await followLists(pool, feed, stopped)
  await vi.waitUntil(() => feed.isListening, { timeout: 20_000 })
  let heard = 0
  feed.onLeaving(() => {
    heard += 1
  })
  // Of two deletions that are told, the first one's work waits here, and the second one's behind it.
  const other = await own.pool.connect()
  await other.query('begin')
  await other.query('lock table nana.erased_accounts')
  await other.query(`insert into nana.erased_accounts (salt, id_hash) values ('salt', $1)`, ['0'.repeat(64)])
  for (const id of [1, 2]) await own.pool.query(`select pg_notify('nana_leaving', $1)`, [String(id)])
  await vi.waitUntil(() => heard === 2, { timeout: 20_000 })
  const waiting = `select from pg_locks where not granted and relation = 'nana.erased_accounts'::regclass`
  await vi.waitUntil(async () => (await own.pool.query(waiting)).rowCount === 1, { timeout: 20_000 })

  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  await erased.stop()
  feed.close()
  const ended = pool.end()
  await other.query('commit')
  other.release()
  await ended
  const list = join(stopped, 'erased-accounts.json')
  await vi.waitUntil(() => readFile(list, 'utf8').catch(() => ''), { timeout: 20_000 })
  await own.pool.query('select')
  expect(printed.mock.calls).toEqual([])
  await own.close()
})
