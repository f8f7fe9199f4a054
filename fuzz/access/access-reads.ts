import { strict as assert } from 'node:assert'
import type { Random } from '../../chaos/program/random.ts'
import { type Account, ask, callOf, KEPT, type Pair, TABLE, type World, watched } from './access-model.ts'

const WEIGHTS = { day: 4, count: 1, everything: 2, oneOfEach: 4, deletions: 1, families: 2, wait: 2 }

/** Every family has one row in each of these, so that an answer shows all families that the account reads. */
const ONE_OF_EACH = [
  `${TABLE}?date=eq.${KEPT.day}`,
  '/rest/v1/baby_info?select=user_id',
  '/rest/v1/sleep_plans?select=user_id,naps_count',
  '/rest/v1/sync_state',
  '/rest/v1/plan_versions?select=user_id:family_id',
] as const

/** Reads what the account of a pair can, or can't, and holds the answer to what it may. */
export function read(world: World, random: Random, pair: Pair): Promise<void> {
  return READS[random.weighted(WEIGHTS)](world, random, pair)
}

const READS: Readonly<
  Record<keyof typeof WEIGHTS, (world: World, random: Random, pair: Pair) => Promise<void>>
> = {
  async day(world, _random, pair) {
    const path = `${TABLE}?date=eq.${pair.day}&user_id=eq.${pair.family.id}&select=id,duration,logged_by`
    const { answer, roleIn } = await watched(world, [pair], () => ask(world, pair.account, path))
    const role = roleIn(pair)
    const shown = sorted(answer.body)
    const all = [...pair.naps].map(([id, { duration, loggedBy }]) => ({ id, duration, logged_by: loggedBy }))
    if (role === 'unsettled' && shown.length === 0) return
    assert.deepEqual(shown, role === null ? [] : sorted(all))
  },
  async count(world, _random, pair) {
    const path = `${TABLE}?date=eq.${pair.day}&user_id=eq.${pair.family.id}&limit=1`
    const init = { method: 'HEAD', headers: { Prefer: 'count=exact' } }
    const { answer, roleIn } = await watched(world, [pair], () => ask(world, pair.account, path, init))
    const role = roleIn(pair)
    const count = Number(answer.headers.get('content-range')?.split('/')[1])
    if (role !== 'unsettled' || count !== 0) assert.equal(count, role === null ? 0 : pair.naps.size)
  },
  async everything(world, _random, { account }) {
    await onlyWhatMayBeSeen(world, account, `${TABLE}?order=rev.desc&limit=500&select=user_id`)
  },
  async oneOfEach(world, random, { account }) {
    const { seen, mustBe } = await onlyWhatMayBeSeen(world, account, random.pick(ONE_OF_EACH))
    assert.deepEqual(
      mustBe.filter((id) => !seen.includes(id)),
      [],
    )
    assert.equal(new Set(seen).size, seen.length)
  },
  async deletions(world, _random, { account }) {
    await onlyWhatMayBeSeen(world, account, '/rest/v1/deleted_rows?order=rev.desc&limit=500&select=user_id')
  },
  async families(world, _random, { account }) {
    const pairs = pairsOf(world, account)
    const { answer, roleIn } = await watched(world, pairs, () =>
      ask(world, account, ...callOf('my_families', {})),
    )
    const roles = new Map<string, string>(
      answer.body.map((family: { family_id: string; role: string }) => [family.family_id, family.role]),
    )
    assert.equal(roles.get(account.id), 'owner')
    roles.delete(account.id)
    for (const pair of pairs) {
      const role = roleIn(pair)
      // A consultant's families are told by another call.
      const listed = role === 'consultant' ? null : role
      if (role !== 'unsettled') assert.equal(roles.get(pair.family.id) ?? null, listed)
      roles.delete(pair.family.id)
    }
    assert.deepEqual([...roles], [])
  },
  async wait(world, _random, pair) {
    // No family has come so far, so that nobody waits.
    const path = `/events/v1/changes?after=999999&family=${pair.family.id}`
    const { answer, roleIn } = await watched(world, [pair], () => ask(world, pair.account, path))
    const role = roleIn(pair)
    if (role !== 'unsettled') assert.equal(answer.status, role === null ? 403 : 200)
  },
}

async function onlyWhatMayBeSeen(world: World, account: Account, path: string) {
  const pairs = pairsOf(world, account)
  const { answer, roleIn } = await watched(world, pairs, () => ask(world, account, path))
  const seen: string[] = answer.body.map((row: { user_id: string }) => row.user_id)
  const idsOf = (some: Pair[]) => [account.id, ...some.map(({ family }) => family.id)]
  const mayBe = new Set(idsOf(pairs.filter((pair) => roleIn(pair) !== null)))
  assert.deepEqual(
    seen.filter((id) => !mayBe.has(id)),
    [],
  )
  const mustBe = idsOf(pairs.filter((pair) => roleIn(pair) !== null && roleIn(pair) !== 'unsettled'))
  return { seen, mustBe }
}

function pairsOf({ pairs }: World, account: Account): Pair[] {
  return pairs.filter((pair) => pair.account === account)
}

function sorted<T extends { id: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
