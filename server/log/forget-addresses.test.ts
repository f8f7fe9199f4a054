import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../testing/engines.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { pruneSecurityLog } from './security-log.ts'

/** These columns hold an address, and something has to take it out of each. */
const COLUMNS = ['auth.mfa_challenges.ip_address', 'auth.sessions.ip', 'nana.security_log.address'] as const

describe.each([...ENGINES.keys()])('addresses of callers, on %s', (engine) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await startTestDatabase(engine)
  })
  afterAll(() => db.close())

  it('lie nowhere else', async () => {
    const { rows } = await db.pool.query<{ place: string }>(
      `select concat_ws('.', table_schema, table_name, column_name) as place from information_schema.columns
        where table_schema in ('auth', 'nana', 'public')
          and (data_type in ('inet', 'cidr') or column_name ~ '(^|_)(ip|address)(_|$)') order by 1`,
    )
    expect(rows.map(({ place }) => place)).toEqual(COLUMNS)
  })

  it('are forgotten by the server’s own rounds after 30 days, wherever they lie', async () => {
    const id = await db.createUser()
    await db.pool.query(
      `insert into auth.sessions (user_id, created_at, refreshed_at, ip, user_agent)
       select $1, now() - make_interval(days => opened), now() at time zone 'utc' - make_interval(days => used),
              '192.0.2.1', format('opened %s, used %s', opened, coalesce(used::text, 'never'))
         from (values (31, null), (29, null), (90, 31), (90, 29)) as s (opened, used)`,
      [id],
    )
    await db.pool.query(
      `with factor as (
         insert into auth.mfa_factors (id, user_id, factor_type, status)
         values (gen_random_uuid(), $1, 'totp', 'verified') returning id)
       insert into auth.mfa_challenges (factor_id, created_at, ip_address)
       select id, now() - make_interval(days => age), '192.0.2.1' from factor, unnest(array[29, 31]) as age`,
      [id],
    )
    await db.pool.query(
      `insert into nana.security_log (event, at, address)
       select 'signed_in', now() - make_interval(days => age), '192.0.2.1' from unnest(array[29, 31]) as age`,
    )
    const left = async () => {
      const { rows } = await db.pool.query<{ place: string }>(
        `select user_agent as place from auth.sessions where ip is not null
         union all select 'a question' from auth.mfa_challenges where ip_address is not null
         union all select 'an event' from nana.security_log where address is not null order by 1`,
      )
      return rows.map(({ place }) => place)
    }
    await pruneSecurityLog(db.pool, 90)
    await forgetAddresses(db.pool)
    expect(await left()).toEqual(['a question', 'an event', 'opened 29, used never', 'opened 90, used 29'])
  })
})
