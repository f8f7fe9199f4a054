import type { LimitStore } from './limit-store.ts'

const HOUR_SECONDS = 3_600

// Anybody may ask for the mails of an address that they know. More than one person needs would leave others without.
const MOST_TO_ONE_ACCOUNT = 6

/**
 * The account that a mail is for, and who has asked for it: somebody who knows the address, or its owner, who is signed
 * in and whom nobody else's asking holds up. Null: the account is only being made.
 */
export type MailFor = { account: string; by: 'anybody' | 'owner' } | null

/** Counts mails, so that no more than a fixed number go out in any 60 minutes, and few of them for one account. */
export interface MailBudget {
  /** Takes one mail; false when none is left. */
  take(whose: MailFor): Promise<boolean>
  /** Whether one is left for somebody, without taking it. */
  hasAny(): Promise<boolean>
}

/** Each mail takes one of so many places for an hour. */
export function createMailBudget(
  store: Pick<LimitStore, 'takePlace' | 'hasPlace' | 'keyOf'>,
  perHour: number,
): MailBudget {
  const hasAny = () => store.hasPlace('mail', perHour, HOUR_SECONDS)
  const takeOwn = async (whose: MailFor) =>
    whose === null ||
    store.takePlace(store.keyOf('account-mails', whose.account, whose.by), MOST_TO_ONE_ACCOUNT, HOUR_SECONDS)
  return {
    hasAny,
    // An account loses none of its own to a server that has none.
    take: async (whose) =>
      (await hasAny()) && (await takeOwn(whose)) && store.takePlace('mail', perHour, HOUR_SECONDS),
  }
}
