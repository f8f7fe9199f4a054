import { type Account, type Change, worksForProvider } from './calls/remote-accounts.ts'

/** What can be done with an account. */
export type MenuChoice = Change | 'trial' | 'invite-again' | 'delete'

/**
 * What the server wouldn't refuse: of accounts that work for the provider only the command line decides. Nor is
 * anybody's own password drawn here, which would end their session before they could read it.
 */
export function choicesFor(account: Account, isOwn: boolean, now: number): MenuChoice[] {
  const isTrial = account.trial_ends_at !== null
  const isFamily = !worksForProvider(account) && !isOwn
  const choices: (MenuChoice | false)[] = [
    isTrial && 'trial',
    isTrial && 'full',
    isFamily && account.waiting && mayEnter(account, now) && 'invite-again',
    isFamily && !account.waiting && 'reset-password',
    isFamily && account.disabled && 'enable',
    isFamily && !account.disabled && 'disable',
    isFamily && account.has_second_factor && 'remove-second-factor',
    isFamily && 'delete',
  ]
  return choices.filter((choice) => choice !== false)
}

/** Whether somebody who is invited could enter: the link of an account that is closed opens nothing. */
export function mayEnter({ disabled, trial_ends_at }: Account, now: number): boolean {
  return !disabled && (trial_ends_at === null || Date.parse(trial_ends_at) > now)
}
