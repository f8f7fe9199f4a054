import { type Clock, createClock, parseFixedNow } from '../../core/time/clock.ts'
import { settings } from './settings.ts'

function productClock(fixedNow: string | null): Clock {
  const fixed = fixedNow === null ? null : parseFixedNow(fixedNow)
  // The server checks the setting before it starts; a page served by something else gets the real clock.
  return createClock(fixed === null || fixed.kind === 'malformed' ? null : fixed, Date.now)
}

/** The app's only "now". Tokens, retries and the order of writes don't use it. */
export const clock: Clock = productClock(settings.fixedNow)

/** What the phone's clock says, in epoch milliseconds, also where the app's "now" is fixed. */
export const phoneNow = (): number => Date.now()
