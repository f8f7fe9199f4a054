import { expect, it } from 'vitest'
import type { Invited, InviteOutcome } from './calls/remote-accounts.ts'
import { type InviteRun, leftOf, mailsText, runInvitations, type Unheard } from './invite-run.ts'

const people = Array.from(
  { length: 45 },
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
  expect(pieces).toEqual([20, 20, 5])
  expect(runs.map(({ outcomes, isRunning }) => [outcomes.length, isRunning])).toEqual([
    [0, true],
    [20, true],
    [40, true],
    [45, false],
  ])
  expect(last.outcomes.map(({ email }) => email)).toEqual(people.map(({ email }) => email))
  expect(leftOf(last)).toEqual([])
})

it('stops where the server sends no more mails, and leaves the rest to be tried again', async () => {
  const { pieces, last } = await played((piece, call) =>
    piece.map((one, index) =>
      call === 2 && index >= 10 ? { result: 'later', email: one.email, why: 'mail_server' } : sent(one),
    ),
  )
  expect(last.outcomes.at(-1)).toEqual({ result: 'later', email: 'p44@example.org', why: 'mail_server' })
  expect(pieces).toEqual([20, 20])
  expect(last.isRunning).toBe(false)
  expect(leftOf(last)).toEqual(people.slice(30))
})

it.each(['unanswered', 'refused'] as const)(
  'stops where a call is %s, and tries none of the rest',
  async (unheard) => {
    const { pieces, last } = await played((piece, call) => (call === 1 ? piece.map(sent) : unheard))
    expect(pieces).toEqual([20, 20])
    expect(leftOf(last)).toEqual(people.slice(20))
    expect(last.outcomes.slice(39, 41)).toEqual([
      { result: unheard, email: 'p39@example.org' },
      { result: 'later', email: 'p40@example.org', why: 'stopped' },
    ])
  },
)

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
  expect(runs[0]?.outcomes).toEqual(first.last.outcomes.slice(0, 20))
  expect(runs.at(-1)?.outcomes.map(({ email }) => email)).toEqual(people.map(({ email }) => email))
  expect(leftOf(runs.at(-1) as InviteRun)).toEqual([])
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
