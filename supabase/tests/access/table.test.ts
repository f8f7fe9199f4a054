import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Claims } from '../../../server/db/as-role.ts'
import { anonymous, refusal, service, user } from '../../../server/testing/callers.ts'
import { type EngineDatabase, onEachEngine } from '../on-each-engine.ts'
import { letIn } from './let-in.ts'
import { MAY, statementOf, VERBS, whoseIn } from './rules.ts'
import { aalOf, ROLES, type Role, type Scene, STATES, standing } from './states.ts'

onEachEngine((db) => {
  describe.each(Object.keys(STATES))('%s', (state) => {
    let scene: Scene
    beforeAll(async () => {
      const owner = await familyWithRows(db)
      const [carer, viewer, consultant, stranger] = await Promise.all(
        ROLES.slice(2).map(() => db.createUser()),
      )
      if (!(carer && viewer && consultant && stranger)) throw new Error('an account is missing')
      scene = { family: owner, accounts: { owner, carer, viewer, consultant, stranger } }
      for (const arrange of STATES[state]?.arrange ?? []) await arrange(db, scene)
    })

    it.each(STATES[state]?.only ?? ROLES)('%s', async (role) => {
      const done: Record<string, string> = {}
      for (const table of Object.keys(MAY)) done[table] = await lettersOf(db, scene, { role, state }, table)
      const may = Object.entries(MAY).map(([table, by]) => [table, by[standing(role, state)]])
      expect(done).toEqual(Object.fromEntries(may))
    })
  })

  describe('moving a row to another family', () => {
    let family: string
    let other: string
    let carer: string
    let viewer: string
    beforeAll(async () => {
      ;[family, other] = [await familyWithRows(db), await familyWithRows(db)]
      ;[carer, viewer] = [await db.createUser(), await db.createUser()]
      for (const one of [family, other]) await letIn(db.pool, one, carer, 'carer')
      for (const one of [family, other]) await letIn(db.pool, one, viewer, 'viewer')
      await letIn(db.pool, other, family, 'carer')
    })

    it.each(['sleep_records', 'sleep_plans', 'baby_info'])('%s is refused to everybody', async (table) => {
      const before = await contentsOf(db, table)
      const move = `update public.${table} set user_id = $2 where user_id = $1`
      const takeOver = `insert into public.${table} (id, user_id${table === 'sleep_records' ? ', date, type, "time"' : ''})
        select id, $2::uuid${table === 'sleep_records' ? ', date, type, "time"' : ''} from public.${table} where user_id = $1
        on conflict (id) do update set user_id = excluded.user_id`
      for (const account of [family, carer, viewer]) {
        for (const target of [other, account, randomUUID()].filter((id) => id !== family)) {
          for (const sql of [move, takeOver])
            expect(await refusal(user(db.pool, account)(sql, family, target)), sql).toBe('42501')
        }
      }
      expect(await refusal(service(db.pool)(move, family, other))).toBe('42501')
      expect(await refusal(anonymous(db.pool)(move, family, other))).toBe('42501')
      expect((await user(db.pool, await db.createUser())(move, family, other)).rowCount).toBe(0)
      expect(await contentsOf(db, table)).toBe(before)
    })
  })
})

/** Makes a family that has something in every table. */
async function familyWithRows(db: EngineDatabase): Promise<string> {
  const id = await db.createUser()
  const own = user(db.pool, id)
  await own('insert into public.baby_info default values')
  await own('insert into public.sleep_plans default values')
  await own(`update public.sleep_plans set night_bedtime = '20:30'`)
  for (const time of ['07:00', '08:00'])
    await own(
      `insert into public.sleep_records (date, type, "time") values ('2025-08-11', 'despertar', $1)`,
      time,
    )
  await own(`delete from public.sleep_records where "time" = '08:00'`)
  await own(`insert into public.consents (version) values ('2025-11-01')`)
  await own(`select public.invite_to_family('viewer', 'Quien aún no ha venido', null)`)
  return id
}

/** Tries each verb on one table of the family, takes back what it did, and answers the letters of what that was. */
async function lettersOf(
  db: EngineDatabase,
  scene: Scene,
  { role, state }: { role: Role; state: string },
  table: string,
): Promise<string> {
  const before = await contentsOf(db, table)
  const needsId = VERBS.some((verb) => statementOf(verb, table).includes('$2'))
  const id = needsId ? await idIn(db, table, scene.family) : null
  const claims: Claims =
    role === 'anonymous'
      ? { role: 'anon' }
      : { role: 'authenticated', sub: scene.accounts[role], aal: aalOf(role, state) }
  const client = await db.pool.connect()
  try {
    const letters: string[] = []
    for (const verb of VERBS) {
      const text = statementOf(verb, table)
      const values = text.includes('$2') ? [scene.family, id] : [scene.family]
      await client.query(`begin; ${asCaller(claims)}`)
      let rows = 0
      const refused = await refusal(client.query(text, values).then(({ rowCount }) => (rows = rowCount ?? 0)))
      // What a refused statement would have left is gone with its transaction.
      await client.query(refused === 'accepted' ? 'set local role none' : 'rollback')
      const isChanged = (await client.query(contentsSql(table))).rows[0].contents !== before
      if (refused === 'accepted') await client.query('rollback')
      if (isChanged === (verb !== 'select' && rows > 0)) letters.push(letterOf(refused, rows))
      else letters.push(`(${verb}: changed ${isChanged}, though ${rows} rows, ${refused})`)
    }
    return letters.join('')
  } finally {
    client.release()
  }
}

function letterOf(refused: string, rows: number): string {
  if (refused !== 'accepted') return { '42501': 'X', '23505': 'U', PT401: 'S' }[refused] ?? refused
  return rows > 0 ? 'R' : '.'
}

/** Makes the statement after which a transaction is the caller's. No claim has a quote in it. */
function asCaller(claims: Claims): string {
  return `select set_config('role', '${claims.role}', true),
    set_config('request.jwt.claims', '${JSON.stringify(claims)}', true)`
}

async function idIn(db: EngineDatabase, table: string, family: string): Promise<string> {
  const sql = `select id from public.${table} where ${whoseIn(table)} = $1 limit 1`
  return (await db.pool.query(sql, [family])).rows[0].id
}

async function contentsOf(db: EngineDatabase, table: string): Promise<string> {
  return (await db.pool.query(contentsSql(table))).rows[0].contents
}

/** Everything that a table holds, as its owner sees it. */
function contentsSql(table: string): string {
  return `select md5(string_agg(t::text, ',' order by t::text)) as contents from public.${table} as t`
}
