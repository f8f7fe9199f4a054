// What is typed of somebody who is to be invited, one by one or in a list.

/** What the server takes (the WHATWG's pattern for a field of addresses), but with a dot in the name behind the @. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/i
const MOST_LETTERS = 255

export const isAddress = (text: string) => EMAIL.test(text) && text.length <= MOST_LETTERS

/** The letters that keep a text from being an address; '' where it is something else. */
export function foreignLetters(text: string): string {
  const letters = [...new Set(text.normalize('NFC').match(/[^ -~]/gu))]
  const others = text.normalize('NFC').replace(/[^ -~]/gu, 'a')
  return isAddress(others) ? letters.join(' ') : ''
}

export const MOST_TRIAL_DAYS = 3650

/** The days of a trial as typed. Null: none, for good. Undefined: no number of days that the server takes. */
export function readTrialDays(typed: string): number | null | undefined {
  if (typed === '') return null
  const days = /^\d+$/.test(typed) ? Number(typed) : 0
  return days >= 1 && days <= MOST_TRIAL_DAYS ? days : undefined
}
