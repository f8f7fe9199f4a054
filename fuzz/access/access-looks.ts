import { strict as assert } from 'node:assert'
import type { Random } from '../../chaos/program/random.ts'
import { ask, callOf, isConsultantOf, type Pair, type World, watched, whileChanging } from './access-model.ts'

const PARTS = ['diary', 'week', 'trend', 'plan', 'printed', 'report'] as const

/** Whoever works for the provider does so no more: what they looked at as consultants is closed at once. */
export async function dismissStaff(world: World): Promise<void> {
  const staff = world.accounts.filter(({ isStaff }) => isStaff)
  await world.server.pool.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data - 'staff_role' where id = any ($1)`,
    [staff.map(({ id }) => id)],
  )
  for (const account of staff) {
    const { body } = await ask(world, account, '/rest/v1/baby_info?select=user_id')
    const open = world.pairs.filter(
      (pair) => pair.account === account && (pair.role === 'carer' || pair.role === 'viewer'),
    )
    assert.deepEqual(
      body.map((row: { user_id: string }) => row.user_id).toSorted(),
      [account.id, ...open.map(({ family }) => family.id)].toSorted(),
    )
  }
}

/** Looks at a family as its consultant, or tries to. */
export function look(world: World, random: Random, pair: Pair): Promise<void> {
  world.figures.looks += 1
  return random.chance(0.3) ? lookAtAll(world, pair) : lookAt(world, random, pair)
}

/** Opens the tables of one family for today. */
async function lookAt(world: World, random: Random, pair: Pair): Promise<void> {
  if (pair.isChanging) return
  await whileChanging(world, pair, async () => {
    const part = random.pick(PARTS)
    const { status } = await ask(
      world,
      pair.account,
      ...callOf('open_family', { family_id: pair.family.id, part }),
    )
    assert.equal(status, isConsultantOf(pair) ? 204 : 403)
    if (status !== 204) return
    pair.isLooking = true
    // All of the diary is open from then on, and noted as looked at.
    pair.looked.add('diary').add(part)
  })
}

/** Asks for the summaries of all families there are. They open no table. */
async function lookAtAll(world: World, { account }: Pair): Promise<void> {
  const pairs = world.pairs.filter((pair) => pair.account === account)
  const body = { families: world.accounts.map(({ id }) => id), since: '2024-01-01' }
  const { answer, roleIn, isConsultantIn } = await watched(world, pairs, () =>
    ask(world, account, ...callOf('consulted_summaries', body)),
  )
  assert.equal(answer.status, account.isStaff ? 200 : 403)
  if (!account.isStaff) return
  const told = new Set(answer.body.map((family: { family_id: string }) => family.family_id))
  for (const pair of pairs) {
    const isTold = told.delete(pair.family.id)
    if (roleIn(pair) !== 'unsettled') assert.equal(isTold, isConsultantIn(pair))
    if (isTold) pair.looked.add('summary')
  }
  assert.deepEqual([...told], [])
}
