import type pg from 'pg'
import { hashPassword } from '../auth/accounts/passwords.ts'
import { worksForProvider } from '../auth/accounts/provider-staff.ts'
import { markPasswordAsGiven } from '../auth/accounts/stored-password.ts'
import { TRIAL_ENDS_AT, trialEndOf } from '../auth/accounts/trial.ts'
import { findUserById, isBanned, lockAccount, type Queryable, type UserRow } from '../auth/accounts/users.ts'
import { managedBySso } from '../auth/calls/refusals.ts'
import { setBan } from '../auth/endpoints/admin/closed-account.ts'
import { takeFactors } from '../auth/endpoints/factors/admin-factors.ts'
import { type ChangeDeps, givenPasswordMails } from '../auth/mails/change-mails.ts'
import { changePassword } from '../auth/sessions/password-change.ts'
import { sessionIdsOf } from '../auth/sessions/sessions.ts'
import { takeBack } from '../auth/sessions/take-back.ts'
import { type Place, type Transaction, transaction } from '../auth/sessions/transaction.ts'
import { recordEvent } from '../log/security-events.ts'
import type { Mail } from '../mail/mailer.ts'
import {
  type AccountLine,
  accountWaiting,
  prolonged,
  type Staff,
  staffIn,
  staffMetadata,
  theOnly,
} from './accounts.ts'

// These functions change accounts in this server's own database, for the command line and for the console. They answer
// false when there is no such account.

/** Where the changes are made, and in whose name. */
export interface Desk extends Place {
  /** How owners are told of a change; null where no mail leaves. */
  mailing: { deps: ChangeDeps; send(mail: Mail): Promise<void> | void } | null
  /** Writes into the security log, with the change itself, what was done to an account. `what` is a word of ours. */
  note(db: Queryable, accountId: string, what: string): Promise<void>
}

/** The command line's own desk. Only a server remembers sessions. */
export function commandDesk(pool: pg.Pool, mailing: Desk['mailing'] = null): Desk {
  const note: Desk['note'] = (db, accountId, what) => recordEvent(db, 'command', accountId, what)
  return { pool, liveSessions: null, mailing, note }
}

/** Whose account it is. A command is given an address or an id; the console names an account of its list. */
export type Wanted = { email: string } | { id: string }

/** An account in this server's own database, which knows more of it than another project tells. */
export interface OwnAccountLine extends AccountLine {
  id: string
  /** Null for most: the number of an account that has one. */
  phone: string | null
  /** As `worksForProvider`: its access is changed by the command line alone. */
  works_for_provider: boolean
  has_second_factor: boolean
}

/** Lists every account, the oldest first; with an id that account alone. */
export async function listAccounts(db: Queryable, id: string | null = null): Promise<OwnAccountLine[]> {
  type Found = Omit<OwnAccountLine, 'staff_role' | 'staff_name' | 'works_for_provider'>
  const found = await db.query<Found & Pick<UserRow, 'role' | 'raw_app_meta_data'>>(
    `select id, role, raw_app_meta_data, coalesce(email, '') as email, phone, created_at, last_sign_in_at,
            coalesce(banned_until > now(), false) as disabled,
            invited_at is not null and email_confirmed_at is null as waiting,
            raw_app_meta_data ->> '${TRIAL_ENDS_AT}' as trial_ends_at,
            id in (select user_id from auth.mfa_factors where status = 'verified') as has_second_factor
       from auth.users where deleted_at is null and ($1::uuid is null or id = $1) order by created_at, id`,
    [id],
  )
  return found.rows.map(({ role, raw_app_meta_data, ...line }) => ({
    ...line,
    ...staffIn(raw_app_meta_data),
    works_for_provider: worksForProvider({ role, raw_app_meta_data }),
  }))
}

/**
 * Ends every session of the account too: somebody else may know the old password. Its owner is told by mail. Throws 422
 * account_waiting, and 422 user_sso_managed for a company's account, which no password opens.
 */
export async function resetPassword(desk: Desk, wanted: Wanted, password: string): Promise<boolean> {
  const hash = await hashPassword(password)
  const { mailing } = desk
  const mails: Mail[] = []
  const isThere = await changeAccount(desk, wanted, 'reset-password', async (db, user) => {
    const { id, email, email_confirmed_at: confirmedAt } = user
    if (user.is_sso_user) throw managedBySso()
    if (email !== null && confirmedAt === null) throw accountWaiting()
    await changePassword(db, id, hash, { scope: 'all' }, 'password_reset')
    const voided = await takeBack(db, id)
    await markPasswordAsGiven(db, id)
    if (mailing !== null) mails.push(...(await givenPasswordMails(db, mailing.deps, user, email, voided)))
  })
  for (const mail of mails) await mailing?.send(mail)
  return isThere
}

/**
 * Removes every second factor, after which the password alone is enough to sign in. The owner of one is told by mail.
 */
export async function removeFactors(desk: Desk, wanted: Wanted): Promise<boolean> {
  const { mailing } = desk
  const mails: Mail[] = []
  const isThere = await changeAccount(desk, wanted, 'remove-second-factor', async (db, user) => {
    if (user.factors.length === 0) return NOTHING
    mails.push(...(await takeFactors(db, mailing?.deps ?? null, user, user.factors)))
  })
  for (const mail of mails) await mailing?.send(mail)
  return isThere
}

const HUNDRED_YEARS_MS = 100 * 365.25 * 86_400_000

/** Makes every sign-in, refresh and call fail. The sessions are kept for the day the account is enabled again. */
export async function disableAccount(desk: Desk, wanted: Wanted): Promise<boolean> {
  return changeAccount(desk, wanted, 'disable-user', async (db, { id, banned_until: until }) => {
    // A call of the API may have shut the account for some hours only.
    const isForGood = until !== null && Date.parse(until) > Date.now() + HUNDRED_YEARS_MS / 2
    return isForGood ? NOTHING : setBan(db, id, HUNDRED_YEARS_MS)
  })
}

/** Lets a disabled account sign in again, and its sessions go on. */
export async function enableAccount(desk: Desk, wanted: Wanted): Promise<boolean> {
  return changeAccount(desk, wanted, 'enable-user', async (db, user) =>
    isBanned(user) ? setBan(db, user.id, null) : NOTHING,
  )
}

/**
 * Deletes the account and every record the family logged. @param refuse throws if it isn't the account that was meant.
 */
export async function deleteAccount(
  desk: Desk,
  wanted: Wanted,
  refuse: (user: UserRow) => void = () => {},
): Promise<boolean> {
  return transaction(desk, async (db) => {
    const id = await idOf(db, wanted)
    const user = id === null ? null : await findUserById(db, id)
    if (user === null) return false
    refuse(user)
    db.outdatedSessions.push(...(await sessionIdsOf(db, user.id)))
    // Nothing of the account is locked before its counter is: a family that deletes itself begins with that, too, and
    // in the other order the two could wait for each other.
    await db.query('select public.delete_account($1)', [user.id])
    await desk.note(db, user.id, 'delete-user')
    return true
  })
}

/**
 * Answers the new end of the trial as RFC 3339, null when the account is no trial, and undefined when there is no
 * account.
 * @param refuse throws what is to be answered instead, knowing the present end in milliseconds since 1970, or null.
 */
export async function extendTrial(
  desk: Desk,
  wanted: Wanted,
  days: number,
  refuse: (presentEnd: number | null) => void = () => {},
): Promise<string | null | undefined> {
  let end: string | null | undefined
  await changeAccount(desk, wanted, 'extend', async (db, user) => {
    const present = trialEndOf(user)
    refuse(present)
    end = present === null ? null : prolonged(present, days)
    return end === null ? NOTHING : setTrial(db, user.id, end)
  })
  return end
}

/** Turns a trial into an account like any other. */
export function endTrialRules(desk: Desk, wanted: Wanted): Promise<boolean> {
  return changeAccount(desk, wanted, 'full', async (db, user) => {
    return TRIAL_ENDS_AT in user.raw_app_meta_data ? setTrial(db, user.id, null) : NOTHING
  })
}

/** Says what the account is for the provider; null takes that away. SQL asks for it each time, so nothing else ends. */
export function setStaff(desk: Desk, wanted: Wanted, staff: Staff | null): Promise<boolean> {
  const told = Object.entries(staffMetadata(staff))
  return changeAccount(desk, wanted, `staff ${staff?.role ?? 'none'}`, async (db, user) => {
    const { raw_app_meta_data: data } = user
    const isSame = told.every(([key, value]) => (data[key] ?? null) === value)
    return isSame ? NOTHING : setAppMetadata(db, user.id, staffMetadata(staff))
  })
}

export function setTrial(db: Queryable, userId: string, end: string | null): Promise<void> {
  return setAppMetadata(db, userId, { [TRIAL_ENDS_AT]: end })
}

/** A key that is null is taken away. */
async function setAppMetadata(
  db: Queryable,
  userId: string,
  keys: Record<string, string | null>,
): Promise<void> {
  await db.query(
    `update auth.users
        set raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || $2::jsonb), updated_at = now()
      where id = $1`,
    [userId, JSON.stringify(keys)],
  )
}

/** What a change says that found everything as it was to be: then nothing is noted. */
const NOTHING = 'nothing'

async function idOf(db: Queryable, wanted: Wanted): Promise<string | null> {
  if ('id' in wanted) return wanted.id
  const { rows } = await db.query<{ id: string; isCompanys: boolean }>(
    `select id, is_sso_user as "isCompanys" from auth.users
      where lower(email) = lower($1) and deleted_at is null order by created_at, id`,
    [wanted.email],
  )
  return theOnly(wanted.email, rows)?.id ?? null
}

/** Runs `change` on the account in one transaction. Answers false, and runs nothing, when there is none. */
function changeAccount(
  desk: Desk,
  wanted: Wanted,
  what: string,
  change: (db: Transaction, user: UserRow) => Promise<unknown>,
): Promise<boolean> {
  return transaction(desk, async (db) => {
    const id = await idOf(db, wanted)
    if (id === null) return false
    await lockAccount(db, id)
    // It is read once nobody else can change it, so that of two requests at once the later one sees the earlier.
    const user = await findUserById(db, id)
    if (user === null) return false
    // Most of the changes end these sessions, or decide whether they count.
    db.outdatedSessions.push(...(await sessionIdsOf(db, id)))
    if ((await change(db, user)) !== NOTHING) await desk.note(db, id, what)
    return true
  })
}
