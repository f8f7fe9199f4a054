import { type Failure, mayBeDone } from '../../wire/failures.ts'
import { type Invited, type InviteOutcome, type MailByHand, mailText } from './calls/remote-accounts.ts'

/**
 * What became of one row. `unanswered`: it may have been invited all the same; sent again, nobody is invited twice.
 * `refused`: the call was, as a whole, so nobody was invited by it. `earlier`: a call that was unanswered has invited
 * them.
 */
export type RowOutcome = InviteOutcome | { result: 'unanswered' | 'refused' | 'earlier'; email: string }

/** Why a call has no outcome of each row. `stopped`: it was never sent. */
export type Unheard = 'unanswered' | 'refused' | 'stopped'

export function unheardOf(failure: Failure): Unheard {
  if (failure.isUnsent) return 'stopped'
  return mayBeDone(failure) ? 'unanswered' : 'refused'
}

/** How far the inviting of a list has come. */
export interface InviteRun {
  rows: readonly Invited[]
  /** In the order of the rows; shorter while it runs. */
  outcomes: readonly RowOutcome[]
  isRunning: boolean
}

/**
 * So many are invited by one call: each takes a mail's time, which may be seconds, and a proxy gives up waiting after
 * one minute. How far it has come is shown after each call.
 */
const ROWS_A_CALL = 5

type Send = (rows: readonly Invited[]) => Promise<readonly InviteOutcome[] | Unheard>

const NOTHING: InviteRun = { rows: [], outcomes: [], isRunning: false }

/**
 * Invites a list, piece by piece. Once the server doesn't answer, or sends no more mails for now, what is left isn't
 * tried.
 * @param onRun is told how far it has come.
 * @param before an earlier run, of which all stays that isn't tried again: a mail to be sent by hand is told once.
 */
export async function runInvitations(
  rows: readonly Invited[],
  send: Send,
  onRun: (run: InviteRun) => void,
  before: InviteRun = NOTHING,
): Promise<void> {
  const settled = settledOf(before, rows)
  const unanswered = new Set(
    before.rows
      .filter((_, index) => before.outcomes[index]?.result === 'unanswered')
      .map(({ email }) => email),
  )
  const tell = () =>
    onRun({
      rows: [...settled.rows, ...rows],
      outcomes: [...settled.outcomes, ...outcomes],
      isRunning: outcomes.length < rows.length,
    })
  let outcomes: RowOutcome[] = []
  tell()
  while (outcomes.length < rows.length) {
    const piece = rows.slice(outcomes.length, outcomes.length + ROWS_A_CALL)
    const answered = outcomesOf(piece, await send(piece))
    const why = stoppedBy(answered)
    const told = answered.map((outcome, index) =>
      unanswered.has(piece[index]?.email ?? '') ? afterUnanswered(outcome) : outcome,
    )
    outcomes = [...outcomes, ...told]
    if (why !== null) outcomes = [...outcomes, ...rows.slice(outcomes.length).map(laterFor(why, unanswered))]
    tell()
  }
}

function settledOf({ rows, outcomes }: InviteRun, again: readonly Invited[]): Omit<InviteRun, 'isRunning'> {
  const tried = new Set(again.map(({ email }) => email))
  // The server tells an address in its own spelling, so an outcome is found by its place.
  const isSettled = (_: unknown, index: number) => !tried.has(rows[index]?.email ?? '')
  return { rows: rows.filter(isSettled), outcomes: outcomes.filter(isSettled) }
}

function outcomesOf(
  piece: readonly Invited[],
  answered: readonly InviteOutcome[] | Unheard,
): readonly RowOutcome[] {
  if (answered === 'stopped') return piece.map(({ email }) => ({ result: 'later', email, why: answered }))
  const all = typeof answered !== 'string' && answered.length === piece.length ? answered : null
  const unheard = typeof answered === 'string' ? answered : 'unanswered'
  return piece.map(({ email }, index) => all?.[index] ?? { result: unheard, email })
}

/** What is told now of somebody whom a call may have invited that nobody has heard the answer of. */
function afterUnanswered(outcome: RowOutcome): RowOutcome {
  const { result, email } = outcome
  // Only of a row that the server has tried it knows something.
  const isTried = result !== 'refused' && (result !== 'later' || outcome.why === 'mail_limit')
  if (!isTried) return { result: 'unanswered', email }
  return result === 'exists' && outcome.can_invite_again ? { result: 'earlier', email } : outcome
}

type Why = Extract<InviteOutcome, { result: 'later' }>['why']

const laterFor =
  (why: Why, unanswered: ReadonlySet<string>) =>
  ({ email }: Invited): RowOutcome =>
    unanswered.has(email) ? { result: 'unanswered', email } : { result: 'later', email, why }

/** Why nothing more is tried; null: it goes on. */
function stoppedBy(outcomes: readonly RowOutcome[]): Why | null {
  const last = outcomes.at(-1)
  const isUnheard = last?.result === 'unanswered' || last?.result === 'refused'
  if (isUnheard) return 'stopped'
  return outcomes.find((outcome) => outcome.result === 'later')?.why ?? null
}

/** Those who may be tried again as they are: of the others nothing would come. */
export function leftOf({ rows, outcomes }: InviteRun): Invited[] {
  return rows.filter((_, index) => {
    const result = outcomes[index]?.result
    return result === 'later' || result === 'failed' || result === 'refused' || result === 'unanswered'
  })
}

/** All that weren't invited and have no account either: those left, and who has to be mended first. */
export function notInvitedIn(run: InviteRun): Invited[] {
  const left = new Set(leftOf(run))
  return run.rows.filter((row, index) => left.has(row) || run.outcomes[index]?.result === 'invalid')
}

/** How many were invited by this run, of how many nobody knows, and how many weren't. */
export function countsOf({ outcomes }: InviteRun): Record<'invited' | 'unanswered' | 'left', number> {
  const invited = outcomes.filter(({ result }) => result === 'invited' || result === 'earlier').length
  const unanswered = outcomes.filter(({ result }) => result === 'unanswered').length
  return { invited, unanswered, left: outcomes.length - invited - unanswered }
}

/** The mail that is to be sent by hand; null: there is none. */
export function mailOf(outcome: RowOutcome): MailByHand | null {
  return outcome.result === 'invited' && outcome.mail.kind === 'unsent' ? outcome.mail : null
}

/** To whom a mail is to be sent by hand. */
export function byHandIn({ outcomes }: Pick<InviteRun, 'outcomes'>): string[] {
  return outcomes.filter((outcome) => mailOf(outcome) !== null).map(({ email }) => email)
}

/** Those of them whose mail wasn't copied yet. */
export function toCopyIn(run: Pick<InviteRun, 'outcomes'>, copied: ReadonlySet<string>): string[] {
  return byHandIn(run).filter((email) => !copied.has(email))
}

/** The mails that are to be sent by hand as one text, each under the address that it goes to. */
export function mailsText(outcomes: readonly RowOutcome[]): string {
  return outcomes
    .flatMap((outcome) => {
      const mail = mailOf(outcome)
      return mail === null ? [] : [`${outcome.email}\n\n${mailText(mail)}`]
    })
    .join('\n\n----------\n\n')
}
