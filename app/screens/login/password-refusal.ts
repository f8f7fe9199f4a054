import type { FailedResult } from '../../wire/failures.ts'
import { passwordRule as words } from '../../words/passwords.es.ts'

/**
 * Which rule a new password breaks, in words that stand under its field; null when it was refused for something else.
 * @param min characters, as far as the app knows.
 */
export function passwordRefusal(
  { code, message, reasons = [] }: FailedResult,
  password: string,
  min: number | null,
): string | null {
  if (code === 'validation_failed' && message.includes('72')) return words.tooLong
  if (code !== 'weak_password') return null
  const told = /at least (\d+)/.exec(message)?.[1]
  const length = Array.from(password).length
  const broken = [
    reasons.includes('length') && words.tooShort(length, told === undefined ? min : Number(told)),
    reasons.includes('characters') && words.oneSided,
    reasons.includes('pwned') && words.guessed,
  ]
  return broken.filter((words) => words !== false).join(' ') || null
}
