// What is typed of somebody who is to be invited, one by one or in a list.

/** Roughly what the server takes: something before one @, and a name with a dot behind it, without spaces. */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/

export const isAddress = (text: string) => EMAIL.test(text)

export const MOST_TRIAL_DAYS = 3650

/** The days of a trial as typed. Null: none, for good. Undefined: no number of days that the server takes. */
export function readTrialDays(typed: string): number | null | undefined {
  if (typed === '') return null
  const days = /^\d+$/.test(typed) ? Number(typed) : 0
  return days >= 1 && days <= MOST_TRIAL_DAYS ? days : undefined
}
