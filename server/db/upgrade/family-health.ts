import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'

/** What no version of the program takes away from families. */
interface FamilyCounts {
  accounts: number
  records: number
}

/** Counts accounts and sleep records. Tables that an older version didn't have yet count as empty. */
export async function countFamilies(client: Pick<ClientBase, 'query'>): Promise<FamilyCounts> {
  return {
    accounts: await countOf(client, 'auth.users'),
    records: await countOf(client, 'public.sleep_records'),
  }
}

/** Counts them in a transaction, and lets nobody change them until its end. */
export async function countUnchanging(client: ClientBase): Promise<FamilyCounts> {
  for (const table of ['auth.users', 'public.sleep_records']) {
    if (await isThere(client, table)) await client.query(`lock table ${table} in share row exclusive mode`)
  }
  return countFamilies(client)
}

async function countOf(client: Pick<ClientBase, 'query'>, table: string): Promise<number> {
  if (!(await isThere(client, table))) return 0
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? 0
}

async function isThere(client: Pick<ClientBase, 'query'>, table: string): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [
    table,
  ])
  return rows[0]?.known === true
}

/**
 * Throws, in Spanish, unless families can go on with a database of this version: as many accounts and records are there
 * as `before`, the family with the most of them sees all of hers, and a new one writes, changes and deletes a record as
 * the app does. It is tried in the caller's transaction, and undone within it.
 */
export async function refuseUnhealthy(client: ClientBase, before: FamilyCounts): Promise<void> {
  const now = await countFamilies(client)
  if (now.accounts < before.accounts || now.records < before.records) {
    throw unhealthy(`faltan datos (antes, ${said(before)}; después, ${said(now)})`)
  }
  await client.query('savepoint family')
  try {
    await readAsLargest(client)
    await liveAsNew(client)
  } catch (error) {
    throw unhealthy(error instanceof Error ? error.message : String(error), error)
  }
  await client.query('rollback to savepoint family')
}

function said({ accounts, records }: FamilyCounts): string {
  return `cuentas: ${accounts}, registros: ${records}`
}

async function readAsLargest(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: string; n: number }>(
    `select user_id as id, count(*)::int as n from public.sleep_records group by 1 order by 2 desc limit 1`,
  )
  const [largest] = rows
  if (largest === undefined) return
  await become(client, largest.id)
  const seen = await client.query<{ n: number }>(
    'select count(*)::int as n from public.sleep_records where user_id = $1',
    [largest.id],
  )
  if (seen.rows[0]?.n !== largest.n) {
    throw new Error(`una familia ve ${seen.rows[0]?.n} de sus ${largest.n} registros`)
  }
  await become(client, null)
}

async function liveAsNew(client: ClientBase): Promise<void> {
  const id = randomUUID()
  await client.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@health.invalid`])
  await become(client, id)
  const changes = [
    `insert into public.sleep_records (date, type, start_time, op_id)
     values ('2025-08-11', 'siesta', '13:05', gen_random_uuid())`,
    `update public.sleep_records set end_time = '14:10', op_id = gen_random_uuid() where user_id = auth.uid()`,
    'delete from public.sleep_records where user_id = auth.uid()',
  ]
  for (const change of changes) {
    const { rowCount } = await client.query(change)
    if (rowCount !== 1) throw new Error(`no se puede guardar un registro (${change.slice(0, 6)})`)
  }
  await become(client, null)
}

/** Takes on an account's rights, as each of its requests does; null gives them back. */
async function become(client: ClientBase, accountId: string | null): Promise<void> {
  const role = accountId === null ? 'none' : 'authenticated'
  // Whoever has a second factor has given it: what counts here is what they may see then.
  const claims = accountId === null ? '' : JSON.stringify({ sub: accountId, role, aal: 'aal2' })
  await client.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
    role,
    claims,
  ])
}

function unhealthy(why: string, cause?: unknown): Error {
  return new Error(`La base de datos puesta al día no está sana: ${why}.`, { cause })
}
