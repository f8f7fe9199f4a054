import { DAY_MS } from '../../core/time/time.ts'

/** The localStorage key of when «Ahora no» was pressed on the hint at a given password, by the product's clock. */
const PUT_OFF_KEY = 'given-password-put-off'

/** The instant at which the hint was put off last, in epoch milliseconds; null: never. */
export function hintPutOffAt(): number | null {
  const stored = localStorage.getItem(PUT_OFF_KEY)
  return stored === null ? null : Number(stored)
}

export function putHintOff(now: number): void {
  localStorage.setItem(PUT_OFF_KEY, String(now))
}

/** Whether the hint rests: for a day. An instant that lies ahead was noted by a clock that was wrong. */
export function isHintResting(putOffAt: number | null, now: number): boolean {
  return putOffAt !== null && putOffAt <= now && now - putOffAt < DAY_MS
}
