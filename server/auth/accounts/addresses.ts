import { invalid } from '../calls/refusals.ts'

// The WHATWG's pattern for <input type=email>: a form and this server accept the same addresses.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const LONGEST_EMAIL = 255

/** Checks an address and returns it as it is stored, in lower case. Throws 400 validation_failed. */
export function parseEmail(text: string): string {
  if (text === '') throw invalid('An email address is required')
  if (text.length > LONGEST_EMAIL) throw invalid('An email address is too long')
  if (!EMAIL.test(text)) throw invalid('Unable to validate email address: invalid format')
  return text.toLowerCase()
}

/** Checks a number (E.164) and returns its digits, without plus sign and blanks. Throws 400 validation_failed. */
export function parsePhone(text: string): string {
  const digits = text.replace(/^\+/, '').replaceAll(' ', '')
  if (/^[1-9][0-9]{1,14}$/.test(digits)) return digits
  throw invalid('Invalid phone number format (E.164 required)')
}
