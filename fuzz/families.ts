import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { type Random, randomFrom } from '../chaos/program/random.ts'
import { bearer, type TestServer } from '../server/testing/test-server.ts'

interface Row {
  id: string
  user_id: string
  date: string
  duration: number
}

interface Family {
  id: string
  email: string
  token: string
  /** The durations of its naps by their ids, by the day of the lane that writes them. */
  days: Map<string, Map<string, number>>
  /** The id of a nap of a day that no lane writes: it is there from the first request to the last. */
  kept: string
}

interface Turn {
  server: TestServer
  random: Random
  family: Family
  /** The day of this lane: nobody else writes rows of it, so it knows all of them. */
  day: string
  rows: Map<string, number>
  other: Family
}

/** An account has two statements at work and a line of twenty, so nobody is refused for asking too much. */
const LANES = 12
const TABLE = '/rest/v1/sleep_records'
const ONES = ['baby_info', 'sleep_plans'] as const
const SHOWN = { Prefer: 'return=representation' }
const MERGED = { Prefer: 'resolution=merge-duplicates,return=representation' }
const COLUMNS = 'select=id,user_id,date,duration'
const KEPT = { day: '2024-12-31', duration: 60 }

/**
 * Two families ask for everything at once through the same connections. Each lane knows what its family may see, and
 * holds every answer to it; in the end the tables hold what the two have written, each its own.
 */
export async function interleaveFamilies(
  server: TestServer,
  { requests, seed }: { requests: number; seed: number },
  sent: () => void = () => undefined,
): Promise<void> {
  const families = [await newFamily(server), await newFamily(server)] as const
  let left = requests
  const lane = async (whose: 0 | 1, index: number) => {
    const family = families[whose]
    const rows = new Map<string, number>()
    const day = new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)
    family.days.set(day, rows)
    const random = randomFrom(seed + 2 * index + whose)
    const turn: Turn = { server, random, family, day, rows, other: families[1 - whose] ?? family }
    while (left > 0) {
      left -= 1
      await ACTIONS[random.weighted(WEIGHTS)](turn)
      sent()
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, index) => [lane(0, index), lane(1, index)]).flat())
  for (const family of families) {
    const { rows } = await server.pool.query<Row>(
      'select id, user_id, date::text, duration from public.sleep_records where user_id = $1',
      [family.id],
    )
    const written = [...family.days].flatMap(([day, own]) => rowsOf(family, day, own))
    assert.deepEqual(sorted(rows), sorted(written))
    for (const table of ONES) {
      const { rowCount } = await server.pool.query(`select from public.${table} where user_id = $1`, [
        family.id,
      ])
      assert.equal(rowCount, 1, table)
    }
  }
}

async function newFamily(server: TestServer): Promise<Family> {
  const account = await server.createAccount()
  const { access_token: token } = await server.signIn(account)
  const kept = randomUUID()
  const days = new Map([[KEPT.day, new Map([[kept, KEPT.duration]])]])
  const family = { ...account, token, days, kept }
  for (const table of ONES) {
    const named = table === 'baby_info' ? { name: account.email } : {}
    await ask(server, family, `/rest/v1/${table}`, { method: 'POST', body: named })
  }
  await ask(server, family, TABLE, { method: 'POST', body: { id: kept, ...nap(KEPT.day, KEPT.duration) } })
  return family
}

const WEIGHTS = {
  insert: 4,
  update: 3,
  updateDay: 1,
  upsert: 2,
  remove: 1,
  readDay: 3,
  readAll: 3,
  count: 1,
  ones: 3,
  revisions: 2,
  whoAmI: 2,
  rename: 1,
  callFunction: 1,
  reachOther: 4,
  nobody: 1,
}

const ACTIONS: Readonly<Record<keyof typeof WEIGHTS, (turn: Turn) => Promise<void>>> = {
  async insert({ server, random, family, day, rows }) {
    const made = Array.from({ length: random.between(1, 3) }, () => ({
      id: randomUUID(),
      ...nap(day, random.between(0, 1500)),
    }))
    const body = await ask(server, family, `${TABLE}?${COLUMNS}`, {
      method: 'POST',
      headers: SHOWN,
      body: made,
    })
    for (const { id, duration } of made) rows.set(id, duration)
    same(body, family, day, new Map(made.map(({ id, duration }) => [id, duration])))
  },
  async update(turn) {
    const id = anyOf(turn)
    const duration = turn.random.between(0, 1500)
    const path = `${TABLE}?id=eq.${id}&${COLUMNS}`
    const body = await ask(turn.server, turn.family, path, {
      method: 'PATCH',
      headers: SHOWN,
      body: { duration },
    })
    same(body, turn.family, turn.day, turn.rows.has(id) ? new Map([[id, duration]]) : new Map())
    if (turn.rows.has(id)) turn.rows.set(id, duration)
  },
  async updateDay({ server, random, family, day, rows }) {
    const duration = random.between(0, 1500)
    const path = `${TABLE}?date=eq.${day}&${COLUMNS}`
    const body = await ask(server, family, path, { method: 'PATCH', headers: SHOWN, body: { duration } })
    for (const id of rows.keys()) rows.set(id, duration)
    same(body, family, day, rows)
  },
  async upsert(turn) {
    const id = anyOf(turn)
    const duration = turn.random.between(0, 1500)
    const body = { id, ...nap(turn.day, duration) }
    const path = `${TABLE}?${COLUMNS}`
    const answer = await ask(turn.server, turn.family, path, { method: 'POST', headers: MERGED, body })
    turn.rows.set(id, duration)
    same(answer, turn.family, turn.day, new Map([[id, duration]]))
  },
  async remove(turn) {
    const id = anyOf(turn)
    const path = `${TABLE}?id=eq.${id}&${COLUMNS}`
    const body = await ask(turn.server, turn.family, path, { method: 'DELETE', headers: SHOWN })
    const duration = turn.rows.get(id)
    same(body, turn.family, turn.day, duration === undefined ? new Map() : new Map([[id, duration]]))
    turn.rows.delete(id)
  },
  async readDay({ server, family, day, rows }) {
    same(await ask(server, family, `${TABLE}?date=eq.${day}&${COLUMNS}`), family, day, rows)
  },
  async readAll({ server, family }) {
    onlyOf(await ask(server, family, `${TABLE}?order=rev.desc&limit=50`), family)
  },
  async count({ server, family, day, rows }) {
    const answer = await server.fetch(`${TABLE}?date=eq.${day}&select=id&limit=1`, {
      method: 'HEAD',
      headers: { ...bearer(family.token), Prefer: 'count=exact' },
    })
    assert.equal(answer.headers.get('content-range')?.split('/')[1], String(rows.size))
  },
  async ones({ server, random, family }) {
    const table = random.pick(ONES)
    const body = table === 'baby_info' ? { name: family.email } : { naps_count: random.between(2, 4) }
    const patch = { method: 'PATCH', headers: SHOWN, body }
    const path = `/rest/v1/${table}?id=not.is.null`
    const rows = onlyOf(await ask(server, family, path, random.chance(0.5) ? patch : {}), family)
    assert.equal(rows.length, 1)
  },
  async revisions({ server, random, family }) {
    const table = random.pick(['deleted_rows', 'sync_state'])
    onlyOf(await ask(server, family, `/rest/v1/${table}`), family)
  },
  async whoAmI({ server, family }) {
    const { id, email } = await ask(server, family, '/auth/v1/user')
    assert.deepEqual([id, email], [family.id, family.email])
  },
  async rename({ server, family }) {
    const body = { data: { family: family.id } }
    const user = await ask(server, family, '/auth/v1/user', { method: 'PUT', body })
    assert.deepEqual([user.id, user.user_metadata.family], [family.id, family.id])
  },
  async callFunction({ server, family }) {
    const body = { account_id: family.id }
    assert.equal(await ask(server, family, '/rest/v1/rpc/account_exists', { method: 'POST', body }), true)
  },
  async reachOther({ server, random, family, day, other }) {
    const ids = [...other.days.values()].flatMap((rows) => [...rows.keys()])
    const id = ids[random.between(0, ids.length - 1)] ?? randomUUID()
    const patch = { method: 'PATCH', headers: SHOWN, body: { duration: 1 } }
    const way = random.pick([
      { path: `${TABLE}?id=eq.${id}` },
      { path: `${TABLE}?user_id=eq.${other.id}` },
      { path: `${TABLE}?id=eq.${id}`, init: patch },
      { path: `${TABLE}?id=eq.${id}`, init: { method: 'DELETE', headers: SHOWN } },
      { path: `/rest/v1/baby_info?user_id=eq.${other.id}`, init: { ...patch, body: { name: 'x' } } },
      { path: TABLE, init: { method: 'POST', body: { ...nap(day, 1), user_id: other.id } } },
      // Any other row may be deleted before this arrives, and then its id makes a row of one's own.
      { path: TABLE, init: { method: 'POST', headers: MERGED, body: { id: other.kept, ...nap(day, 1) } } },
    ])
    const body = await ask(server, family, way.path, way.init)
    assert.ok(isEmpty(body) || body.code === '42501', JSON.stringify(body))
  },
  async nobody({ server }) {
    assert.deepEqual(await ask(server, null, TABLE), [])
  },
}

interface Init {
  method?: string
  headers?: Record<string, string>
  body?: object
}

// An answer is whatever JSON came; what is looked at in it is compared right there.
type Answered = ReturnType<typeof JSON.parse>

async function ask(
  server: TestServer,
  family: Family | null,
  path: string,
  init: Init = {},
): Promise<Answered> {
  const headers = { ...init.headers, ...(family === null ? {} : bearer(family.token)) }
  const answer = await server.fetch(path, { ...init, headers })
  const text = await answer.text()
  assert.ok(answer.status < 500 && answer.status !== 429, `${init.method} ${path}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

function same(body: Answered, family: Family, day: string, rows: ReadonlyMap<string, number>): void {
  assert.deepEqual(sorted(body), sorted(rowsOf(family, day, rows)))
}

function onlyOf(body: Answered, family: Family): Answered[] {
  assert.ok(Array.isArray(body), JSON.stringify(body))
  for (const row of body) assert.equal(row.user_id, family.id)
  return body
}

function isEmpty(body: Answered): boolean {
  return Array.isArray(body) && body.length === 0
}

function rowsOf(family: Family, day: string, rows: ReadonlyMap<string, number>): Row[] {
  return [...rows].map(([id, duration]) => ({ id, user_id: family.id, date: day, duration }))
}

function sorted(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

function anyOf({ random, rows }: Turn): string {
  const ids = [...rows.keys()]
  return ids[random.between(0, ids.length - 1)] ?? randomUUID()
}

function nap(date: string, duration: number) {
  return { date, type: 'siesta', start_time: '10:00', duration }
}
