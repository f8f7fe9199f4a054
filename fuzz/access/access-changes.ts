import { strict as assert } from 'node:assert'
import type { Random } from '../../chaos/program/random.ts'
import {
  type Account,
  ask,
  callOf,
  type Pair,
  ROLES,
  ROLES_OF_STAFF,
  type Role,
  type World,
  whileChanging,
} from './access-model.ts'

const LONG_AGO = '2020-01-01T00:00:00Z'
const FAR_OFF = '2100-01-01T00:00:00Z'
/** Of the thirty in a day, some are left for those that are withdrawn. */
const MOST_INVITATIONS = 26

/** Of the ten requests in a day and family. */
const MOST_REQUESTS = 9

const WEIGHTS = { join: 4, request: 4, change: 6, runOut: 1, end: 1, leave: 1, withdraw: 1, nothing: 2 }

/** Makes one change of a pair's access, or tries what must change none. */
export async function changeAccess(world: World, random: Random, pair: Pair): Promise<void> {
  if (pair.isChanging) return
  const change = random.weighted(WEIGHTS)
  // Who has been let out can only come back by an invitation.
  if (!pair.isGranted && pair.family.invited < MOST_INVITATIONS && random.chance(0.7))
    return letIn(world, random, pair)
  await CHANGES[change](world, random, pair)
}

/** Invites, and has the invitation accepted, which works once. */
export async function letIn(world: World, random: Random, pair: Pair): Promise<void> {
  if (pair.family.invited >= MOST_INVITATIONS) return
  await whileChanging(world, pair, async () => {
    const role = roleFor(random, pair)
    const token = await invite(world, pair.family, role)
    const looked = await ask(world, pair.account, ...callOf('look_at_invitation', { token: token.token }))
    const refused = whyNotTaken(pair, role)
    assert.deepEqual([looked.body.role, looked.body.refused], [role, refused])
    const accepted = await accept(world, pair.account, token.token)
    if (refused !== null) {
      assert.deepEqual(accepted, { refused })
      return told(world, pair.family, 'withdraw_invitation', { id: token.id })
    }
    assert.deepEqual(accepted, { family_id: pair.family.id })
    // Whose answer was lost hears the same again; for everybody else the link is used up.
    assert.deepEqual(await accept(world, pair.account, token.token), accepted)
    // Not always the same one: an account's requests wait in line, and a long line is refused.
    const stranger = world.accounts[random.between(0, world.accounts.length - 1)]
    if (stranger !== undefined && stranger !== pair.account && stranger !== pair.family)
      assert.deepEqual(await accept(world, stranger, token.token), { refused: 'gone' })
    pair.role = role
    pair.isGranted = true
    pair.isLooking = false
  })
}

function whyNotTaken({ role: present, account }: Pair, role: Role): string | null {
  if (role === 'consultant' && !account.isStaff) return 'staff'
  // Only a consultant's access is taken by another one.
  const isInside = present !== null && !(present === 'consultant' && role === 'consultant')
  return isInside ? 'inside' : null
}

/** A consultant asks the family for leave to look, and is let in, refused, or thinks better of it. */
async function request(world: World, random: Random, pair: Pair): Promise<void> {
  if (pair.asked >= MOST_REQUESTS) return
  await whileChanging(world, pair, async () => {
    const sent = {
      email: pair.family.email,
      purpose: 'x',
      starts_on: '2026-01-01',
      ends_on: '2035-03-31',
      hours: null,
    }
    const { status, body } = await ask(world, pair.account, ...callOf('ask_family', sent))
    if (!pair.account.isStaff) return assert.equal(status, 403)
    const refused = pair.role !== null ? 'in' : pair.isRefused ? 'refused' : null
    if (refused !== null) return assert.deepEqual(body, { refused })
    pair.asked += 1
    const answer = { id: body.id, accepted: true }
    // Nobody else's answer counts.
    assert.equal(await yes(world, pair.account, answer), false)
    const what = random.weighted({ accept: 6, refuse: 1, withdraw: 2 })
    const withdrawal = callOf('withdraw_request', { id: body.id })
    if (what === 'withdraw') assert.equal((await ask(world, pair.account, ...withdrawal)).body, true)
    const isTaken = await yes(world, pair.family, { ...answer, accepted: what !== 'refuse' })
    assert.equal(isTaken, what !== 'withdraw')
    pair.isRefused = what === 'refuse'
    if (what !== 'accept') return
    pair.role = 'consultant'
    pair.isGranted = true
    pair.isLooking = false
  })
}

async function yes(world: World, account: Account, answer: object): Promise<unknown> {
  return (await ask(world, account, ...callOf('answer_request', answer))).body
}

function roleFor(random: Random, { account }: Pair): Role {
  return random.pick(account.isStaff ? ROLES_OF_STAFF : ROLES)
}

const CHANGES: Readonly<
  Record<keyof typeof WEIGHTS, (world: World, random: Random, pair: Pair) => Promise<void>>
> = {
  join: letIn,
  request,
  async change(world, random, pair) {
    const role = roleFor(random, pair)
    const until = endFor(role, random.chance(0.5))
    await whileChanging(world, pair, async () => {
      await told(world, pair.family, 'change_access', { account_id: pair.account.id, role, name: 'x', until })
      // An access that was ended isn't opened by it.
      if (pair.isGranted) pair.role = role
    })
  },
  async runOut(world, random, pair) {
    const change = { account_id: pair.account.id, role: random.pick(ROLES), name: 'x', until: LONG_AGO }
    await whileChanging(world, pair, async () => {
      await told(world, pair.family, 'change_access', change)
      pair.role = null
    })
  },
  async end(world, _random, pair) {
    await whileChanging(world, pair, async () => {
      await told(world, pair.family, 'end_access', { account_id: pair.account.id })
      letOut(pair)
    })
  },
  async leave(world, _random, pair) {
    await whileChanging(world, pair, async () => {
      await told(world, pair.account, 'leave_family', { family_id: pair.family.id })
      letOut(pair)
    })
  },
  async withdraw(world, random, pair) {
    if (pair.family.invited >= MOST_INVITATIONS) return
    const { id, token } = await invite(world, pair.family, random.pick(ROLES))
    await told(world, pair.family, 'withdraw_invitation', { id })
    assert.deepEqual(await accept(world, pair.account, token), { refused: 'gone' })
  },
  async nothing(world, random, { family, account }) {
    const stranger = random.pick(ROLES)
    const change = { role: stranger, name: 'x', until: endFor(stranger) }
    // Each of them reaches what the caller itself owns, and nothing of the other's.
    await told(world, account, 'change_access', { account_id: account.id, ...change })
    await told(world, account, 'end_access', { account_id: account.id })
    await told(world, family, 'leave_family', { family_id: family.id })
    assert.deepEqual(await accept(world, account, `${family.id}${account.id}`), { refused: 'gone' })
  },
}

function letOut(pair: Pair): void {
  pair.role = null
  pair.isGranted = false
}

/** Only a consultant has to be let in until a day. */
function endFor(role: string, hasEnd = false): string | null {
  return hasEnd || role === 'consultant' ? FAR_OFF : null
}

async function invite(world: World, family: Account, role: string): Promise<{ id: string; token: string }> {
  family.invited += 1
  const { status, body } = await ask(
    world,
    family,
    ...callOf('invite_to_family', { role, name: 'x', until: endFor(role) }),
  )
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

async function accept(world: World, account: Account, token: string): Promise<unknown> {
  return (await ask(world, account, ...callOf('accept_invitation', { token }))).body
}

async function told(world: World, caller: Account, name: string, body: object): Promise<void> {
  const answer = await ask(world, caller, ...callOf(name, body))
  assert.equal(answer.status, 204, JSON.stringify(answer.body))
}
