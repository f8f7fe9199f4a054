import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWaits } from '../testing/open-waits.ts'
import { type Account, bearer, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let family: Session
let grandmotherAccount: Account
let grandmother: Session

beforeAll(async () => {
  server = await startTestServer({ METRICS_PORT: '0' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  family = await server.signIn(await server.createAccount())
  grandmotherAccount = await server.createAccount()
  grandmother = await server.signIn(grandmotherAccount)
})

const call = (session: Session, name: string, body: object) =>
  server.ask(`/rest/v1/rpc/${name}`, { method: 'POST', headers: bearer(session.access_token), body })

async function letIn(role: string, until: string | null = null): Promise<void> {
  const invited = await call(family, 'invite_to_family', { role, name: 'Abuela', until })
  const accepted = await call(grandmother, 'accept_invitation', { token: invited.body.token })
  expect(accepted.body).toEqual({ family_id: family.user.id })
}

const waitFor = (session: Session, familyId: string, after: number) =>
  server.ask(`/events/v1/changes?after=${after}&family=${familyId}`, {
    headers: bearer(session.access_token),
    body: null,
  })

async function revKnownTo(session: Session, familyId = family.user.id): Promise<number> {
  const { body } = await waitFor(session, familyId, 999)
  expect(body).toEqual({ rev: expect.any(Number) })
  return Number(body.rev)
}

/** Begins a wait that knows the latest change, and sees that it isn't answered yet. */
async function startWaiting(
  session: Session,
): Promise<{ answer: ReturnType<TestServer['ask']>; rev: number }> {
  const rev = await revKnownTo(session)
  const answer = waitFor(session, family.user.id, rev)
  expect(await Promise.race([answer.then(() => 'answered'), sleep(300, 'waiting')])).toBe('waiting')
  return { answer, rev }
}

const logNap = (session: Session, more: object = {}) =>
  server.ask('/rest/v1/sleep_records', {
    method: 'POST',
    headers: bearer(session.access_token),
    body: { id: randomUUID(), date: '2025-08-11', type: 'siesta', start_time: '13:05', ...more },
  })

async function refusedWith(answer: Promise<Awaited<ReturnType<TestServer['ask']>>>) {
  const { status, body } = await answer
  return [status, body.code, body.message]
}
const NOT_OPEN = [403, '42501', 'this family is not open to you']

describe('waiting for the changes of a family that lets one in', () => {
  it.each(['carer', 'viewer'])('a %s hears of what the family logs', async (role) => {
    await letIn(role)
    const { answer, rev } = await startWaiting(grandmother)
    await logNap(family)
    expect((await answer).body).toEqual({ rev: rev + 1 })
  })

  it('a consultant hears of it on a day with a look that was noted, in a session with the second factor', async () => {
    const metadata = `update auth.users set raw_app_meta_data = '{"staff_role": "consultant"}' where id = $1`
    await server.pool.query(metadata, [grandmother.user.id])
    const marta = await server.signInWithFactor(grandmotherAccount)
    const invited = await call(family, 'invite_to_family', {
      role: 'consultant',
      name: 'Marta',
      until: '2100-01-01',
    })
    await call(marta, 'accept_invitation', { token: invited.body.token })
    expect(await refusedWith(waitFor(marta, family.user.id, 0))).toEqual(NOT_OPEN)
    await call(marta, 'open_family', { family_id: family.user.id, part: 'diary' })
    const { answer, rev } = await startWaiting(marta)
    await logNap(family)
    expect((await answer).body).toEqual({ rev: rev + 1 })
  })

  it('the family hears of what a carer logs for it, and the carer’s own log of nothing', async () => {
    await letIn('carer')
    const { answer, rev } = await startWaiting(family)
    const ownRev = await revKnownTo(grandmother, grandmother.user.id)
    const own = waitFor(grandmother, grandmother.user.id, ownRev)
    expect((await logNap(grandmother, { user_id: family.user.id })).status).toBe(201)
    expect((await answer).body).toEqual({ rev: rev + 1 })
    expect(await Promise.race([own.then(() => 'answered'), sleep(700, 'waiting')])).toBe('waiting')
    await logNap(grandmother)
    expect((await own).body).toEqual({ rev: ownRev + 1 })
  })

  it('one’s own family may be named', async () => {
    const waiting = waitFor(family, family.user.id.toUpperCase(), 0)
    await expect.poll(() => openWaits(server)).toBe(1)
    await logNap(family)
    expect((await waiting).body).toEqual({ rev: 1 })
  })

  it('an account has twenty waits for all families together', async () => {
    await letIn('viewer')
    const { answer, rev } = await startWaiting(grandmother)
    const others = Array.from({ length: 19 }, () => waitFor(grandmother, family.user.id, rev))
    await expect.poll(() => openWaits(server)).toBe(20)
    const own = await waitFor(grandmother, grandmother.user.id, 0)
    expect([own.status, own.body.code]).toEqual([429, 'over_request_rate_limit'])
    await logNap(family)
    for (const { body } of await Promise.all([answer, ...others])) expect(body).toEqual({ rev: rev + 1 })
  })
})

describe('waiting for the changes of a family is refused', () => {
  it('to strangers, for a family that is there and for none, whatever they know', async () => {
    await logNap(family)
    for (const after of [0, 1]) {
      expect(await refusedWith(waitFor(grandmother, family.user.id, after))).toEqual(NOT_OPEN)
      expect(await refusedWith(waitFor(grandmother, randomUUID(), after))).toEqual(NOT_OPEN)
    }
  })

  it.each(['', 'x', `${randomUUID()}0`, '%00'])('for «%s», which is no id', async (id) => {
    const { status, body } = await waitFor(family, id, 0)
    expect([status, body.code]).toEqual([400, 'PGRST100'])
  })

  it('without the second factor of the caller’s account', async () => {
    await letIn('carer')
    await server.signInWithFactor(grandmotherAccount)
    const withPasswordAlone = await server.signIn(grandmotherAccount)
    expect(await refusedWith(waitFor(withPasswordAlone, family.user.id, 0))).toEqual([
      403,
      '42501',
      'the second factor is missing',
    ])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the family ends it', () => call(family, 'end_access', { account_id: grandmother.user.id })],
    ['the caller leaves', () => call(grandmother, 'leave_family', { family_id: family.user.id })],
    [
      'it is to have ended already',
      () =>
        call(family, 'change_access', {
          account_id: grandmother.user.id,
          role: 'viewer',
          name: 'Abuela',
          until: '2020-01-01',
        }),
    ],
    [
      'the family’s account is closed',
      () => server.admin.updateUserById(family.user.id, { ban_duration: '1h' }),
    ],
    ['the family’s account is deleted', () => server.admin.deleteUser(family.user.id)],
  ])('in the middle of the wait, when %s', async (_when, end) => {
    await letIn('carer')
    const { answer } = await startWaiting(grandmother)
    await end()
    // A busy machine may take many seconds; who isn't told in the middle is answered after twenty.
    const late = sleep(15_000, ['too late'], { ref: false })
    expect(await Promise.race([refusedWith(answer), late])).toEqual(NOT_OPEN)
  })
})

it('who may do less than before goes on waiting, and hears that something changed', async () => {
  await letIn('carer')
  const { answer, rev } = await startWaiting(grandmother)
  const viewer = { account_id: grandmother.user.id, role: 'viewer', name: 'Abuela', until: null }
  await call(family, 'change_access', viewer)
  expect((await answer).body).toEqual({ rev: rev + 1 })
})
