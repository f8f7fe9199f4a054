import type pg from 'pg'
import { DAY_MS } from '../core/time/time.ts'
import { createUser } from '../server/auth/accounts/accounts.ts'
import { asRole } from '../server/db/as-role.ts'

/** All accounts of the demo have it. */
export const PASSWORD = 'dulces-siestas'

export interface Demo {
  pool: pg.Pool
  /** The demo's present, epoch ms. */
  now: number
}

/** Whoever does something in the demo's past, and when. */
export interface Doer {
  id: string
  isStaff?: boolean
  daysAgo?: number
}

/** Makes an account that has been there for so many days. Returns its id. */
export async function makeAccount({ pool, now }: Demo, email: string, daysAgo: number): Promise<string> {
  const { id } = await createUser(pool, { email, password: PASSWORD })
  const since = new Date(now - daysAgo * DAY_MS)
  await pool.query('update auth.users set created_at = $2, updated_at = $2 where id = $1', [id, since])
  return id
}

/** Rows go in as the family's own, through the policies and triggers of every write. */
export async function insertAs(demo: Demo, family: Doer, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ')
  await runAs(
    demo,
    family,
    `insert into public.${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** Calls a function of the database, as the app does. */
export async function callAs(demo: Demo, doer: Doer, name: string, parameters: object): Promise<unknown> {
  const given = Object.entries(parameters)
  const list = given.map(([key], index) => `"${key}" => $${index + 1}`).join(', ')
  const values = given.map(([, value]) => (Array.isArray(value) ? JSON.stringify(value) : value))
  const { rows } = await runAs(demo, doer, `select public.${name}(${list}) as told`, values)
  return (rows[0] as { told: unknown } | undefined)?.told
}

export function runAs(
  { pool, now }: Demo,
  { id, isStaff = false, daysAgo = 0 }: Doer,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  const moment = daysAgo === 0 ? {} : { demo_now: new Date(now - daysAgo * DAY_MS).toISOString() }
  const claims = { role: 'authenticated', sub: id, aal: isStaff ? 'aal2' : 'aal1', ...moment } as const
  return asRole(pool, claims, { text, values })
}
