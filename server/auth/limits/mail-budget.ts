import type { LimitStore } from './limit-store.ts'

const HOUR_SECONDS = 3_600

/** Counts mails, so that no more than a fixed number go out in any 60 minutes. */
export interface MailBudget {
  /** Takes one mail; false when none is left. */
  take(): Promise<boolean>
  /** Whether one is left, without taking it. */
  hasAny(): Promise<boolean>
}

/** Each mail takes one of so many places for an hour. */
export function createMailBudget(
  store: Pick<LimitStore, 'takePlace' | 'hasPlace'>,
  perHour: number,
): MailBudget {
  return {
    take: () => store.takePlace('mail', perHour, HOUR_SECONDS),
    hasAny: () => store.hasPlace('mail', perHour, HOUR_SECONDS),
  }
}
