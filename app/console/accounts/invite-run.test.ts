import { expect, it } from 'vitest'
import type { Invited, InviteOutcome } from './calls/remote-accounts.ts'
import {
  countsOf,
  type InviteRun,
  leftOf,
  mailsText,
  notInvitedIn,
  runInvitations,
  type Unheard,
  unheardOf,
} from './invite-run.ts'

const people = Array.from(
  { length: 13 },
  (_, index): Invited => ({ email: `p${index}@example.org`, trialDays: null }),
)
const sent = ({ email }: Invited): InviteOutcome => ({
  result: 'invited',
  email,
  account: null,
  mail: { kind: 'sent' },
})

async function played(
  answer: (piece: readonly Invited[], call: number) => readonly InviteOutcome[] | Unheard,
) {
  const pieces: number[] = []
  const runs: InviteRun[] = []
  const send = async (piece: readonly Invited[]) => {
    pieces.push(piece.length)
    return answer(piece, pieces.length)
  }
  await runInvitations(people, send, (run) => runs.push(run))
  return { pieces, runs, last: runs.at(-1) as InviteRun }
}

it('invites piece by piece, and tells how far it has come', async () => {
  const { pieces, runs, last } = await played((piece) => piece.map(sent))
  expect(pieces).toEqual([5, 5, 3])
  expect(runs.map(({ outcomes, isRunning }) => [outcomes.length, isRunning])).toEqual([
    [0, true],
    [5, true],
    [10, true],
    [13, false],
  ])
  expect(last.outcomes.map(({ email }) => email)).toEqual(people.map(({ email }) => email))
  expect(leftOf(last)).toEqual([])
})

it('stops where the server sends no more mails, and leaves the rest to be tried again', async () => {
  const { pieces, last } = await played((piece, call) =>
    piece.map((one, index) =>
      call === 2 && index >= 2 ? { result: 'later', email: one.email, why: 'mail_server' } : sent(one),
    ),
  )
  expect(last.outcomes.at(-1)).toEqual({ result: 'later', email: 'p12@example.org', why: 'mail_server' })
  expect(pieces).toEqual([5, 5])
  expect(last.isRunning).toBe(false)
  expect(leftOf(last)).toEqual(people.slice(7))
  expect(notInvitedIn(last)).toEqual(people.slice(7))
})

it('keeps also who can’t be tried again as they are, but nobody who has an account', async () => {
  const { last } = await played((piece, call) =>
    piece.map((one, index): InviteOutcome => {
      if (call !== 1 || index > 1) return sent(one)
      const { email } = one
      return index === 0
        ? { result: 'invalid', email, why: 'email' }
        : { result: 'exists', email, account: null, can_invite_again: true }
    }),
  )
  expect(leftOf(last)).toEqual([])
  expect(notInvitedIn(last)).toEqual(people.slice(0, 1))
})

it.each(['unanswered', 'refused'] as const)(
  'stops where a call is %s, and tries none of the rest',
  async (unheard) => {
    const { pieces, last } = await played((piece, call) => (call === 1 ? piece.map(sent) : unheard))
    expect(pieces).toEqual([5, 5])
    expect(leftOf(last)).toEqual(people.slice(5))
    expect(last.outcomes.slice(9, 11)).toEqual([
      { result: unheard, email: 'p9@example.org' },
      { result: 'later', email: 'p10@example.org', why: 'stopped' },
    ])
  },
)

it('says of what had no network to go by that it was interrupted, and not that the server has refused it', async () => {
  const failure = { code: null, message: '' }
  expect(unheardOf({ ...failure, status: 0 })).toBe('unanswered')
  expect(unheardOf({ ...failure, status: 403 })).toBe('refused')
  const { pieces, last } = await played(() => unheardOf({ ...failure, status: 0, isUnsent: true }))
  expect(pieces).toEqual([5])
  expect(last.outcomes).toEqual(people.map(({ email }) => ({ result: 'later', email, why: 'stopped' })))
  expect(leftOf(last)).toEqual(people)
})

it('counts whom a call may have invited apart from those who weren’t', async () => {
  const counted = async (unheard: Unheard) =>
    countsOf((await played((piece, call) => (call === 1 ? piece.map(sent) : unheard))).last)
  expect(await counted('unanswered')).toEqual({ invited: 5, unanswered: 5, left: 3 })
  expect(await counted('refused')).toEqual({ invited: 5, unanswered: 0, left: 8 })
})

it('tries the rest again, and keeps what was told of the others', async () => {
  const first = await played((piece, call) => (call === 1 ? piece.map(sent) : 'unanswered'))
  const left = leftOf(first.last)
  const runs: InviteRun[] = []
  await runInvitations(
    left,
    async (piece) => piece.map(sent),
    (run) => runs.push(run),
    first.last,
  )
  expect(runs[0]?.outcomes).toEqual(first.last.outcomes.slice(0, 5))
  expect(runs.at(-1)?.outcomes.map(({ email }) => email)).toEqual(people.map(({ email }) => email))
  expect(leftOf(runs.at(-1) as InviteRun)).toEqual([])
})

it('knows of whom an unheard call has invited all the same, and of nobody else', async () => {
  const exists = (one: Invited, canAgain: boolean): InviteOutcome => ({
    result: 'exists',
    email: one.email,
    account: null,
    can_invite_again: canAgain,
  })
  let run = (await played(() => 'unanswered')).last
  const again = async (answer: Unheard | ((one: Invited) => InviteOutcome)) => {
    const send = async (piece: readonly Invited[]) =>
      typeof answer === 'string' ? answer : piece.map(answer)
    const before = run
    await runInvitations(leftOf(before), send, (next) => (run = next), before)
  }
  // What became of them stays open until it is heard.
  await again('refused')
  await again('stopped')
  await again((one) => exists(one, one !== people[1]))
  expect(run.outcomes.slice(0, 6).map(({ result }) => result)).toEqual([
    'earlier',
    'exists',
    'earlier',
    'earlier',
    'earlier',
    'exists',
  ])
  expect(countsOf(run)).toEqual({ invited: 4, unanswered: 0, left: 9 })
  expect(leftOf(run)).toEqual([])
})

it('knows that also of those whom the next call has not tried, or has not come to', async () => {
  const failed = ({ email }: Invited): InviteOutcome => ({ result: 'failed', email })
  const limited = ({ email }: Invited): InviteOutcome => ({ result: 'later', email, why: 'mail_limit' })
  const stopped = ({ email }: Invited): InviteOutcome => ({ result: 'later', email, why: 'stopped' })
  const first = await played((piece, call) =>
    call === 1 ? piece.map((one, index) => (index === 4 ? failed(one) : sent(one))) : 'unanswered',
  )
  let run = first.last
  const again = async (answer: (one: Invited, index: number) => InviteOutcome) => {
    const before = run
    const send = async (piece: readonly Invited[]) => piece.map(answer)
    await runInvitations(leftOf(before), send, (next) => (run = next), before)
    return run.outcomes.slice(4).map(({ result }) => result)
  }
  const open = ['unanswered', 'unanswered', 'unanswered']
  // The server says of two rows that it sends no more mails; the next two it hasn't tried, and the last isn't sent.
  const told = await again((one, index) => (index < 3 ? limited(one) : stopped(one)))
  expect(told).toEqual(['later', 'later', 'later', ...open, 'later', 'later', 'later'])
  await again((one) => ({ result: 'exists', email: one.email, account: null, can_invite_again: true }))
  expect(run.outcomes.filter(({ result }) => result === 'earlier').map(({ email }) => email)).toEqual([
    'p7@example.org',
    'p8@example.org',
    'p9@example.org',
  ])
})

it('of the mails to be sent by hand makes one text, each under its address', () => {
  const byHand = (email: string): InviteOutcome => ({
    result: 'invited',
    email,
    account: null,
    mail: { kind: 'unsent', subject: 'Tu invitación', text: `Hola, ${email}` },
  })
  const [first, second] = ['ana@example.org', 'luis@example.org']
  const outcomes = [byHand(first), sent({ email: 'eva@example.org', trialDays: null }), byHand(second)]
  expect(mailsText(outcomes).split('\n\n----------\n\n')).toEqual([
    `${first}\n\nTu invitación\n\nHola, ${first}`,
    `${second}\n\nTu invitación\n\nHola, ${second}`,
  ])
})
