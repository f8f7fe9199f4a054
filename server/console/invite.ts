import * as v from 'valibot'
import { type Invitation, isTrialLength } from '../administration/accounts.ts'
import { type Guest, type InvitationDesk, inviteAccount } from '../administration/invitations.ts'
import type { OwnAccountLine } from '../administration/own-account-changes.ts'
import { parseEmail } from '../auth/accounts/addresses.ts'
import { worksForProvider } from '../auth/accounts/provider-staff.ts'
import { findUserByEmail, type UserRow } from '../auth/accounts/users.ts'
import { optionalFlag, optionalText, readJsonBody } from '../auth/calls/json-body.ts'
import { sendOrRefuse } from '../auth/endpoints/admin/invite.ts'
import type { Caller } from '../auth/sessions/authenticate.ts'
import { HttpError } from '../http/errors.ts'
import { printFailure } from '../log/lines.ts'
import type { Mail } from '../mail/mailer.ts'
import { accountNow, type ConsoleDeps, type ConsoleEndpoint, deskOf } from './console-deps.ts'
import { badRowCount, badTrialLength, staffAccount } from './refusals.ts'
import { refuseUnlessAdministrator } from './require-administrator.ts'

type Invited =
  | { email: string; result: 'invited'; account: OwnAccountLine | null; mail: MailTold }
  /** Nothing was done. `again` would send another mail to somebody who hasn't chosen a password yet. */
  | { email: string; result: 'exists'; account: OwnAccountLine | null; can_invite_again: boolean }

/** The folder of written mails is the server's own affair. */
type MailTold = Exclude<Invitation, { kind: 'written' }> | { kind: 'written' }

/** Of no such row anything is left, so the same list can be sent again. */
type Row =
  | Invited
  | { email: string; result: 'invalid'; why: 'email' | 'trial_days' }
  | { email: string; result: 'later'; why: 'mail_limit' | 'mail_server' | 'stopped' }
  | { email: string; result: 'failed' }

const oneSchema = v.object({ email: optionalText, trial_days: v.nullish(v.number()), again: optionalFlag })

/** POST /accounts/invite: what the command line's «invite» does. */
export const inviteOne: ConsoleEndpoint = async (c, deps, admin) => {
  const { email, trial_days: days, again } = await readJsonBody(c, oneSchema)
  const address = parseEmail(email.trim())
  if (days != null && !isTrialLength(days)) throw badTrialLength('trial_days')
  const desk = invitationDesk(deps, admin)
  return c.json(await inviteOrTell(desk, { email: address, trialDays: days ?? null, again }))
}

const MOST_ROWS = 500
/** After so many mails in a row that can't be handed over, it isn't their addresses' fault. */
const MOST_FAILURES = 3

/** POST /accounts/invite-list: each row for itself, in its own transaction, so that one bad one stops no other. */
export const inviteList: ConsoleEndpoint = async (c, deps, admin) => {
  const { rows } = await readJsonBody(c, v.object({ rows: v.nullish(v.array(v.unknown())) }))
  if (rows == null || rows.length === 0 || rows.length > MOST_ROWS) throw badRowCount(MOST_ROWS)
  const desk = invitationDesk(deps, admin)
  const told: Row[] = []
  let failures = 0
  let stoppedBy: 'mail_server' | 'stopped' | null = null
  for (const row of rows) {
    const guest = guestOf(row)
    if ('result' in guest) {
      told.push(guest)
    } else if (stoppedBy !== null) {
      told.push({ email: guest.email, result: 'later', why: stoppedBy })
    } else {
      const outcome = await inviteWhileMay(deps, admin, desk, guest, told.length === 0)
      failures = outcome.result === 'failed' ? failures + 1 : 0
      if (failures >= MOST_FAILURES) stoppedBy = 'mail_server'
      if (outcome.result === 'later' && outcome.why === 'stopped') stoppedBy = 'stopped'
      told.push(outcome)
    }
  }
  return c.json({ rows: told })
}

/**
 * Mails take their time, in which the role may be taken away or the database go. What was done until then is answered
 * all the same, because it may hold mails that only this answer has.
 */
async function inviteWhileMay(
  deps: ConsoleDeps,
  admin: Caller,
  desk: InvitationDesk,
  guest: Guest,
  isFirst: boolean,
): Promise<Row> {
  try {
    await refuseUnlessAdministrator(deps, admin)
    return await inviteOrSayWhyNot(desk, guest)
  } catch (error) {
    if (isFirst) throw error
    if (!(error instanceof HttpError)) printFailure('server_error', { request: 'POST /invite-list' }, error)
    return { email: guest.email, result: 'later', why: 'stopped' }
  }
}

const rowSchema = v.object({ email: v.pipe(v.string(), v.trim()), trial_days: v.nullish(v.unknown(), null) })

function guestOf(row: unknown): Guest | Row {
  const read = v.safeParse(rowSchema, row)
  const { email: typed, trial_days: days } = read.success ? read.output : { email: '', trial_days: null }
  const address = addressIn(typed)
  if (address === null) return { email: typed, result: 'invalid', why: 'email' }
  if (days != null && !isTrialLength(days)) return { email: address, result: 'invalid', why: 'trial_days' }
  return { email: address, trialDays: days ?? null, again: false }
}

function addressIn(text: string): string | null {
  try {
    return parseEmail(text)
  } catch {
    return null
  }
}

async function inviteOrSayWhyNot(desk: InvitationDesk, guest: Guest): Promise<Row> {
  const { email } = guest
  try {
    return await inviteOrTell(desk, guest)
  } catch (error) {
    if (hasCode(error, 'over_email_send_rate_limit')) return { email, result: 'later', why: 'mail_limit' }
    if (hasCode(error, 'unexpected_failure')) return { email, result: 'failed' }
    throw error
  }
}

async function inviteOrTell(desk: InvitationDesk, guest: Guest): Promise<Invited> {
  const { email } = guest
  try {
    const { user, invitation } = await inviteAccount(desk, guest, refuseStaff)
    const mail: MailTold = invitation.kind === 'written' ? { kind: 'written' } : invitation
    return { email, result: 'invited', account: await accountNow(desk, user.id), mail }
  } catch (error) {
    if (!hasCode(error, 'email_exists')) throw error
    const user = await findUserByEmail(desk.pool, email)
    if (user === null) throw error
    const account = await accountNow(desk, user.id)
    return {
      email,
      result: 'exists',
      account,
      can_invite_again: user.email_confirmed_at === null && !worksForProvider(user),
    }
  }
}

/** A new invitation's link opens an account that has no password yet. Nobody becomes one of the staff by it. */
function refuseStaff(user: UserRow): void {
  if (worksForProvider(user)) throw staffAccount()
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof HttpError && error.code === code
}

function invitationDesk(deps: ConsoleDeps, admin: Caller): InvitationDesk {
  return {
    ...deskOf(deps, admin),
    deps,
    async send(mail: Mail) {
      await deps.limits.takeMail(null)
      await sendOrRefuse(deps, mail)
    },
  }
}
