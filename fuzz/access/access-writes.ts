import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import type { Random } from '../../chaos/program/random.ts'
import { type Answered, ask, type Init, nap, type Pair, TABLE, type World, watched } from './access-model.ts'

const WEIGHTS = { insert: 4, insertWithOwn: 2, update: 4, updateDay: 2, upsert: 3, remove: 3, rename: 2 }

const SHOWN = { Prefer: 'return=representation' }
const MERGED = { Prefer: 'resolution=merge-duplicates,return=representation' }

/** What came of a write: it was taken, refused, or found nothing to change. */
type Came = 'taken' | 'refused' | 'nothing'

/** Writes into the family of a pair what the account may, or may not, and holds the answer to it. */
export function write(world: World, random: Random, pair: Pair): Promise<void> {
  // With a stranger there are no naps, and the family's kept one is tried.
  return WRITES[random.weighted(WEIGHTS)](world, random, pair)
}

/** Who is written down as having logged what this account inserts there. */
function loggerOf({ account, family }: Pair): string | null {
  return account === family ? null : account.id
}

const WRITES: Readonly<
  Record<keyof typeof WEIGHTS, (world: World, random: Random, pair: Pair) => Promise<void>>
> = {
  async insert(world, random, pair) {
    // Nobody logs in another's name, whatever they send.
    const sent = {
      ...nap(pair.day, random.between(0, 1500)),
      user_id: pair.family.id,
      logged_by: pair.family.id,
    }
    const body = await written(world, pair, TABLE, { method: 'POST', headers: SHOWN, body: sent }, 'refused')
    if (body === null) return
    assert.deepEqual([body[0].user_id, body[0].logged_by], [pair.family.id, loggerOf(pair)])
    pair.naps.set(sent.id, { duration: sent.duration, loggedBy: loggerOf(pair) })
  },
  async insertWithOwn(world, random, pair) {
    const own = ownOf(world, pair)
    const [mine, theirs] = [nap(own.day, random.between(0, 1500)), nap(pair.day, random.between(0, 1500))]
    const body = [
      { ...mine, user_id: own.family.id },
      { ...theirs, user_id: pair.family.id },
    ]
    if ((await written(world, pair, TABLE, { method: 'POST', headers: SHOWN, body }, 'refused', 2)) === null)
      return
    own.naps.set(mine.id, { duration: mine.duration, loggedBy: null })
    pair.naps.set(theirs.id, { duration: theirs.duration, loggedBy: loggerOf(pair) })
  },
  async update(world, random, pair) {
    const id = anyOf(random, pair)
    const duration = random.between(0, 1500)
    const patch = { method: 'PATCH', headers: SHOWN, body: { duration } }
    if ((await written(world, pair, `${TABLE}?id=eq.${id}`, patch)) !== null) change(pair, id, duration)
  },
  async updateDay(world, random, pair) {
    const duration = random.between(0, 1500)
    const path = `${TABLE}?date=eq.${pair.day}&user_id=eq.${pair.family.id}`
    const patch = { method: 'PATCH', headers: SHOWN, body: { duration } }
    if (pair.naps.size === 0) return
    if ((await written(world, pair, path, patch, 'nothing', pair.naps.size)) === null) return
    for (const id of pair.naps.keys()) change(pair, id, duration)
  },
  async upsert(world, random, pair) {
    const id = anyOf(random, pair)
    const duration = random.between(0, 1500)
    const body = { ...nap(pair.day, duration), id, user_id: pair.family.id }
    const sent = { method: 'POST', headers: MERGED, body }
    if ((await written(world, pair, TABLE, sent, 'refused')) === null) return
    const before = pair.naps.get(id)
    pair.naps.set(id, { duration, loggedBy: before === undefined ? loggerOf(pair) : before.loggedBy })
  },
  async remove(world, random, pair) {
    // One stays, so that there is always something to try.
    if (pair.naps.size === 1) return WRITES.update(world, random, pair)
    const id = anyOf(random, pair)
    const path = `${TABLE}?id=eq.${id}`
    if ((await written(world, pair, path, { method: 'DELETE', headers: SHOWN })) === null) return
    pair.naps.delete(id)
    pair.family.removed += 1
  },
  async rename(world, _random, pair) {
    const name = randomUUID().slice(0, 20)
    const path = `/rest/v1/baby_info?user_id=eq.${pair.family.id}`
    const patch = { method: 'PATCH', headers: SHOWN, body: { name } }
    if ((await written(world, pair, path, patch)) !== null) pair.family.names.push(name)
  },
}

/**
 * Sends a write, and answers its rows when it was taken. Who may only read is refused; to whoever may not even that,
 * `toStrangers` is what comes of it.
 */
async function written(
  world: World,
  pair: Pair,
  path: string,
  init: Init,
  toStrangers: Came = 'nothing',
  rows = 1,
): Promise<Answered[] | null> {
  const { answer, roleIn } = await watched(world, [pair], () => ask(world, pair.account, path, init))
  const role = roleIn(pair)
  const came = whatCame(answer, rows)
  const due = role === 'carer' || role === 'owner' ? 'taken' : role === null ? toStrangers : 'refused'
  if (role !== 'unsettled')
    assert.equal(came, due, `${init.method} ${path} as ${role}: ${JSON.stringify(answer)}`)
  world.figures[came === 'taken' ? 'writesTaken' : 'writesRefused'] += 1
  return came === 'taken' ? answer.body : null
}

function whatCame({ status, body }: { status: number; body: Answered }, rows: number): Came {
  if (status === 403 && body.code === '42501') return 'refused'
  assert.ok((status === 200 || status === 201) && Array.isArray(body), `${status} ${JSON.stringify(body)}`)
  if (body.length === 0) return 'nothing'
  assert.equal(body.length, rows)
  return 'taken'
}

function change(pair: Pair, id: string, duration: number): void {
  const before = pair.naps.get(id)
  if (before !== undefined) pair.naps.set(id, { ...before, duration })
}

function anyOf(random: Random, { naps, family }: Pair): string {
  const ids = [...naps.keys()]
  return ids[random.between(0, ids.length - 1)] ?? family.kept
}

function ownOf({ own }: World, { account }: Pair): Pair {
  const found = own.get(account)
  assert.ok(found)
  return found
}
