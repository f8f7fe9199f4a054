/** What an administrator can do to accounts, wherever they are. False: there is none with that address. */
export interface Accounts {
  create(account: { email: string; password: string; trialDays: number | null }): Promise<void>
  /** Makes an account without a password and writes to it. */
  invite(account: { email: string; trialDays: number | null }): Promise<Invitation>
  list(): Promise<AccountLine[]>
  /** Whoever is signed in with the old one is out. */
  resetPassword(email: string, password: string): Promise<boolean>
  /** For whoever has lost the phone with the codes. */
  removeFactors(email: string): Promise<boolean>
  disable(email: string): Promise<boolean>
  enable(email: string): Promise<boolean>
  /** With everything that was logged. */
  delete(email: string): Promise<boolean>
  /** The new end of the trial, RFC 3339; null for an account that is no trial; undefined for none at all. */
  extendTrial(email: string, days: number): Promise<string | null | undefined>
  /** A trial becomes an account like any other. */
  endTrialRules(email: string): Promise<boolean>
  close(): Promise<void>
}

/** How the mail of an invitation left. */
export type Invitation =
  | { kind: 'sent' }
  | { kind: 'written'; folder: string }
  /** Nobody sent it: whoever runs the command has to. */
  | { kind: 'unsent'; subject: string; text: string }

export interface AccountLine {
  email: string
  created_at: string
  last_sign_in_at: string | null
  disabled: boolean
  /** Was invited, and hasn't come yet. */
  waiting: boolean
  /** RFC 3339; null: no trial. */
  trial_ends_at: string | null
}

/** What can't be done, in words for whoever typed the command. */
export class Refusal extends Error {}

const DAY_MS = 86_400_000

/** So many days from now. */
export function trialEnd(days: number, from = Date.now()): string {
  return new Date(from + days * DAY_MS).toISOString()
}

/** A trial that runs grows at its end; one that is over begins again today. */
export function prolonged(trialEndsAt: string, days: number): string {
  return trialEnd(days, Math.max(Date.now(), Date.parse(trialEndsAt)))
}
