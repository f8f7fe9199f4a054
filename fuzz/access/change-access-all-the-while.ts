import { strict as assert } from 'node:assert'
import { type Random, randomFrom } from '../../chaos/program/random.ts'
import type { TestServer } from '../../server/testing/test-server.ts'
import { changeAccess, letIn } from './access-changes.ts'
import { dismissStaff, look } from './access-looks.ts'
import {
  type Account,
  ask,
  type Figures,
  KEPT,
  nap,
  newPair,
  type Pair,
  TABLE,
  type World,
} from './access-model.ts'
import { read } from './access-reads.ts'
import { write } from './access-writes.ts'

const NAPS_AT_FIRST = 3

const WEIGHTS = { change: 3, look: 3, read: 12, write: 12 }
/** One account in so many works for the provider. */
const STAFF_EVERY = 3

interface Size {
  accounts: number
  grants: number
  requests: number
  seed: number
}

/**
 * Accounts read and write in each other's families at once, while access that they grant each other is given, changed
 * and ended. A model holds each answer to what that account may do just then; where a change is under way, either is
 * right. In the end the tables hold what was taken, and nothing else.
 */
export async function changeAccessAllTheWhile(
  server: TestServer,
  { accounts, grants, requests, seed }: Size,
  sent: () => void = () => undefined,
): Promise<Figures> {
  const random = randomFrom(seed)
  const world = await newWorld(server, random, { accounts, grants })
  const { figures } = world
  // What it takes to begin isn't counted.
  Object.assign(figures, { requests: 0, changes: 0 })
  world.sent = sent
  const lane = async (account: Account, index: number) => {
    const ownRandom = randomFrom(seed + 1 + index)
    while (figures.requests < requests) await act(world, ownRandom, account)
  }
  await Promise.all(world.accounts.map(lane))
  await holdTables(world)
  await dismissStaff(world)
  return figures
}

/** An account's phones do one thing after the other here, so that it knows which naps it has. */
async function act(world: World, random: Random, account: Account): Promise<void> {
  const what = random.weighted(WEIGHTS)
  if (what === 'change') {
    const guests = world.pairs.filter(({ family }) => family === account)
    const pair = oneOf(random, guests)
    return pair === undefined ? undefined : changeAccess(world, random, pair)
  }
  const pair = anyPairOf(world, random, account)
  await { look, read, write }[what](world, random, pair)
}

/** Mostly a family whose access changes, now and then one's own, or one that has never let the account in. */
function anyPairOf({ pairs, accounts, own }: World, random: Random, account: Account): Pair {
  const whose = random.weighted({ theirs: 8, mine: 1, strangers: 1 })
  const theirs = pairs.filter((pair) => pair.account === account)
  if (whose === 'strangers') {
    const known = new Set([account, ...theirs.map(({ family }) => family)])
    const stranger = oneOf(
      random,
      accounts.filter((other) => !known.has(other)),
    )
    if (stranger !== undefined) return newPair(stranger, account, KEPT.day)
  }
  const pair = (whose === 'theirs' ? oneOf(random, theirs) : undefined) ?? own.get(account)
  assert.ok(pair)
  return pair
}

async function newWorld(
  server: TestServer,
  random: Random,
  size: Pick<Size, 'accounts' | 'grants'>,
): Promise<World> {
  const figures = {
    requests: 0,
    changes: 0,
    judged: 0,
    eitherWay: 0,
    writesTaken: 0,
    writesRefused: 0,
    looks: 0,
  }
  const world: World = { server, accounts: [], pairs: [], own: new Map(), figures, sent: () => undefined }
  world.accounts = await Promise.all(
    Array.from({ length: size.accounts }, (_, index) => newAccount(world, index % STAFF_EVERY === 0)),
  )
  for (const account of world.accounts) world.own.set(account, newPair(account, account, dayOf(0)))
  while (world.pairs.length < size.grants) {
    const [family, account] = [oneOf(random, world.accounts), oneOf(random, world.accounts)]
    if (family === undefined || account === undefined || family === account) continue
    if (world.pairs.some((pair) => pair.family === family && pair.account === account)) continue
    world.pairs.push(newPair(family, account, dayOf(1 + world.pairs.length)))
  }
  await Promise.all([...world.own.values(), ...world.pairs].map((pair) => fill(world, pair)))
  await Promise.all(world.pairs.map((pair) => letIn(world, random, pair)))
  return world
}

async function newAccount(world: World, isStaff: boolean): Promise<Account> {
  const { server } = world
  const { id, email } = await server.createAccount()
  const session = isStaff ? server.signInWithFactor({ id, email }) : server.signIn({ id, email })
  const { access_token: token } = await session
  if (isStaff) {
    const metadata = `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"staff_role": "consultant"}' where id = $1`
    await server.pool.query(metadata, [id])
  }
  const kept = nap(KEPT.day, KEPT.duration)
  const account = { id, email, token, isStaff, kept: kept.id, invited: 0, names: ['Leo'], removed: 0 }
  await insert(world, account, '/rest/v1/baby_info', { name: 'Leo' })
  await insert(world, account, '/rest/v1/sleep_plans', {})
  const plan = { method: 'PATCH', body: { naps_count: 4 } }
  assert.equal((await ask(world, account, `/rest/v1/sleep_plans?user_id=eq.${id}`, plan)).status, 204)
  await insert(world, account, TABLE, kept)
  return account
}

/** The family logs the first naps of a pair. */
async function fill(world: World, { family, day, naps }: Pair): Promise<void> {
  const made = Array.from({ length: NAPS_AT_FIRST }, (_, index) => nap(day, index))
  await insert(world, family, TABLE, made)
  for (const { id, duration } of made) naps.set(id, { duration, loggedBy: null })
}

async function insert(world: World, account: Account, path: string, body: object): Promise<void> {
  assert.equal((await ask(world, account, path, { method: 'POST', body })).status, 201)
}

async function holdTables(world: World): Promise<void> {
  const all = [...world.own.values(), ...world.pairs]
  for (const family of world.accounts) {
    const { rows } = await world.server.pool.query<{ row: string }>(
      `select concat_ws(' ', id, date, duration, logged_by) as row from public.sleep_records where user_id = $1`,
      [family.id],
    )
    const known = all
      .filter((pair) => pair.family === family)
      .flatMap(({ day, naps }) =>
        [...naps].map(
          ([id, { duration, loggedBy }]) =>
            `${id} ${day} ${duration}${loggedBy === null ? '' : ` ${loggedBy}`}`,
        ),
      )
    known.push(`${family.kept} ${KEPT.day} ${KEPT.duration}`)
    assert.deepEqual(rows.map(({ row }) => row).toSorted(), known.toSorted())
    await holdRest(world, family)
  }
}

async function holdRest({ server, pairs }: World, family: Account): Promise<void> {
  const { rows } = await server.pool.query<{
    name: string
    removed: number
    roles: string[]
    looked: string[]
  }>(
    `select (select name from public.baby_info where user_id = $1) as name,
            (select count(*)::int from public.deleted_rows where user_id = $1) as removed,
            array(select account_id from public.access_grants where family_id = $1 and ended_at is null
                   order by 1)::text[] as roles,
            array(select concat_ws(' ', account_id, part) from public.access_history
                   where family_id = $1 and event = 'viewed') as looked`,
    [family.id],
  )
  const [found] = rows
  assert.ok(found !== undefined && family.names.includes(found.name))
  assert.equal(found.removed, family.removed)
  const granted = pairs.filter((pair) => pair.family === family && pair.isGranted)
  assert.deepEqual(found.roles, granted.map(({ account }) => account.id).toSorted())
  // Every look has its line, and no line is there without one.
  const looked = pairs
    .filter((pair) => pair.family === family)
    .flatMap((pair) => [...pair.looked].map((part) => `${pair.account.id} ${part}`))
  assert.deepEqual(found.looked.toSorted(), looked.toSorted())
}

function dayOf(index: number): string {
  return new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)
}

function oneOf<T>(random: Random, choices: readonly T[]): T | undefined {
  return choices[random.between(0, choices.length - 1)]
}
