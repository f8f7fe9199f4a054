import { isStaffRole, type StaffRole } from '../auth/accounts/provider-staff.ts'
import { HttpError } from '../http/errors.ts'

/**
 * What an administrator can do to accounts, in this server's own database or in another project. `whose` is an address
 * or an account's id. A method that answers a boolean answers false when no account has it. What can't be done, as
 * where several accounts have that address, is thrown as Refusal or HttpError.
 */
export interface Accounts {
  /** Where the people with these accounts reach the app, without a trailing slash. */
  siteUrl: string
  create(account: { email: string; password: string; trialDays: number | null }): Promise<void>
  /** Makes an account without a password and sends its owner a link to choose one. */
  invite(account: { email: string; trialDays: number | null }): Promise<Invitation>
  list(): Promise<AccountLine[]>
  /**
   * Sets a new password and ends every session of the account, because somebody else may know the old password. Throws
   * 422 account_waiting, or user_sso_managed of a company's account, which has none.
   */
  resetPassword(whose: string, password: string): Promise<boolean>
  /** Removes every second factor, so that someone who lost the phone with the codes can sign in again. */
  removeFactors(whose: string): Promise<boolean>
  disable(whose: string): Promise<boolean>
  enable(whose: string): Promise<boolean>
  /** Deletes the account and every record the family logged. */
  delete(whose: string): Promise<boolean>
  /**
   * Answers the new end of the trial as RFC 3339, null when the account is no trial, and undefined when there is no
   * account.
   */
  extendTrial(whose: string, days: number): Promise<string | null | undefined>
  /** Turns a trial into an account like any other. */
  endTrialRules(whose: string): Promise<boolean>
  /** Says what the account is for the provider (decision 053); null takes that away. Its sessions go on. */
  setStaff(whose: string, staff: Staff | null): Promise<boolean>
  close(): Promise<void>
}

/** What became of the mail of an invitation. */
export type Invitation =
  | { kind: 'sent' }
  | { kind: 'written'; folder: string }
  /** No mail server is configured, so whoever runs the command has to send this text themselves. */
  | { kind: 'unsent'; subject: string; text: string }

export interface AccountLine {
  email: string
  created_at: string
  last_sign_in_at: string | null
  disabled: boolean
  /** The person was invited and has not chosen a password yet. */
  waiting: boolean
  /** The end of the trial as RFC 3339, or null when the account is no trial. */
  trial_ends_at: string | null
  /** Null for all who don't work for the provider. */
  staff_role: StaffRole | null
  staff_name: string | null
}

export interface Staff {
  role: StaffRole
  /** What families read. */
  name: string
}

/** In characters. SQL shows no more of it. */
export const LONGEST_STAFF_NAME = 40

/** The keys of app_metadata that make somebody staff. A key that is null is taken away. */
export function staffMetadata(staff: Staff | null): { staff_role: string | null; staff_name: string | null } {
  return { staff_role: staff?.role ?? null, staff_name: staff?.name ?? null }
}

/** What app_metadata says of staff. */
export function staffIn({
  staff_role: role,
  staff_name: name,
}: Record<string, unknown>): Pick<AccountLine, 'staff_role' | 'staff_name'> {
  if (!isStaffRole(role)) return { staff_role: null, staff_name: null }
  return { staff_role: role, staff_name: typeof name === 'string' ? name : null }
}

/**
 * Nobody has confirmed the address yet: no password would open the account, and a new one would void the link that was
 * mailed.
 */
export function accountWaiting(): HttpError {
  return new HttpError(422, 'account_waiting', 'The address was never confirmed: invite the account again')
}

/** A command that can't be carried out. Its message is in Spanish, for whoever typed the command. */
export class Refusal extends Error {}

/**
 * The one account that an address has, or null. A company's people have accounts of their own, which never meet the
 * ordinary ones with the same address. Throws a Refusal that names them where there are several.
 */
export function theOnly<T extends { id: string; isCompanys: boolean }>(
  email: string,
  found: readonly T[],
): T | null {
  if (found.length < 2) return found[0] ?? null
  const lines = found.map(
    ({ id, isCompanys }) => `\n  ${id}  ${isCompanys ? 'de una organización' : 'ordinaria'}`,
  )
  throw new Refusal(
    `Hay varias cuentas con el email ${email}. Pon en su lugar el id de la que sea:${lines.join('')}`,
  )
}

export const LONGEST_TRIAL_DAYS = 3650

/** Whether a trial can last so many days. */
export function isTrialLength(days: unknown): days is number {
  return Number.isInteger(days) && Number(days) >= 1 && Number(days) <= LONGEST_TRIAL_DAYS
}

const DAY_MS = 86_400_000

/** Answers the instant that lies so many days after `from` (milliseconds since 1970), as RFC 3339. */
export function trialEnd(days: number, from = Date.now()): string {
  return new Date(from + days * DAY_MS).toISOString()
}

/**
 * Answers the new end of a trial: a trial that still runs is prolonged from its end, and one that is over from now.
 * @param trialEndsAt in milliseconds since 1970.
 */
export function prolonged(trialEndsAt: number, days: number): string {
  return trialEnd(days, Math.max(Date.now(), trialEndsAt))
}
