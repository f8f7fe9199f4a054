import { DAY_MS } from '../../../core/time/time.ts'
import { accountFacts as words } from '../../words/console/accounts.es.ts'
import { plain } from '../shared/plain.ts'
import { type Account, nameOf } from './calls/remote-accounts.ts'

/** What an account is worth now, in words: a disabled one is first of all disabled, whatever its trial. */
export function statusText({ disabled, waiting, trial_ends_at }: Account, now: number): string {
  if (disabled) return words.status.disabled
  if (trial_ends_at !== null && Date.parse(trial_ends_at) <= now) return words.trialOver(trial_ends_at)
  const trial = trial_ends_at === null ? null : words.trial(trial_ends_at)
  if (waiting) return [words.status.waiting, ...(trial === null ? [] : [trial])].join(' · ')
  return trial ?? words.status.full
}

/** The end of a trial that is prolonged, as the server reckons it: from its end, or from now where that is over. */
export function prolongedEnd(trialEndsAt: string | null, days: number, now: number): string {
  const from = Math.max(now, trialEndsAt === null ? now : Date.parse(trialEndsAt))
  return new Date(from + days * DAY_MS).toISOString()
}

/** An account with all that a search may find, in small letters and without accents. */
export interface Searchable {
  account: Account
  text: string
}

export function searchable(accounts: readonly Account[], now: number): Searchable[] {
  return accounts.map((account) => {
    const role = account.staff_role === null ? '' : words.role(account.staff_role, account.staff_name)
    return { account, text: plain([nameOf(account), statusText(account, now), role].join(' ')) }
  })
}

/** Those in which every typed word occurs. */
export function found(all: readonly Searchable[], typed: string): Account[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  return all.filter(({ text }) => wanted.every((word) => text.includes(word))).map(({ account }) => account)
}
