import type { Pool } from 'pg'
import { type Caller, user } from '../../../server/testing/callers.ts'
import { makeStaff, staff } from '../access/let-in.ts'
import type { EngineDatabase } from '../on-each-engine.ts'

/** A plan as a family's row has it, in the order of the functions' parameters. */
export const PLAN = [
  '2h',
  2,
  '[{"duration": 90, "wakeWindow": "2h 15min"}, {"duration": 60, "wakeWindow": "3h"}]',
  '20:15',
] as const

/** A family, and a consultant whom it hasn't let in yet. */
export interface Support {
  family: string
  email: string
  owner: Caller
  consultant: string
  marta: Caller
}

export async function newSupport(db: EngineDatabase): Promise<Support> {
  const email = `Ana.${Math.random()}@example.com`
  const [family, consultant] = [await db.createUser(email), await newConsultant(db)]
  return { family, email, consultant, owner: user(db.pool, family), marta: staff(db.pool, consultant) }
}

export async function newConsultant(db: EngineDatabase): Promise<string> {
  const id = await db.createUser()
  await makeStaff(db.pool, id)
  return id
}

/** What a call answers. `?` stands for each argument. */
export async function answerOf(caller: Caller, name: string, ...values: unknown[]) {
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  const { rows } = await caller(`select public.${name}(${places}) as answer`, ...values)
  return rows[0].answer
}

export const ask = (caller: Caller, email: string, ends = '2035-03-31') =>
  answerOf(caller, 'ask_family', email, 'Acompañaros', '2026-01-01', ends, 'De 9:00 a 18:00')

/** The family has accepted what the consultant asked. */
export async function letConsultantIn(support: Support): Promise<void> {
  const { id } = await ask(support.marta, support.email)
  if (!(await answerOf(support.owner, 'answer_request', id, true))) throw new Error('not accepted')
}

/** The family's history, the oldest line first: [event, whose, part]. */
export async function historyOf(owner: Caller): Promise<unknown[]> {
  const { rows } = await owner('select event, account_id, part from public.access_history order by at')
  return rows.map(({ event, account_id, part }) => [event, account_id, part])
}

/** All that lies in the tables which the functions write. */
export async function contentsOf(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `${TABLES.map((table) => `select '${table}' as name, t::text as row from public.${table} as t`).join(
      ' union all ',
    )} order by 1, 2`,
  )
  return rows
}

/** The tables that nobody reads or writes but the functions. */
export const CLOSED = [
  'support_windows',
  'access_requests',
  'plan_proposals',
  'plan_templates',
  'consultant_notes',
  'family_questions',
  'unknown_addresses',
]
const TABLES = [...CLOSED, 'plan_versions', 'access_grants', 'access_history', 'sync_state']
