import type { PhoneClock } from '../program/commands.ts'

/*
 * The clock of the phone can be off, jump, or stand still. Timers go on, as on a real phone whose owner sets the time.
 * This file has to be imported before anything else that could read the clock.
 */

const systemNow = Date.now.bind(Date)
const preset = document.getElementById('phone-clock')?.textContent
// The harness fills this in from a value of this very type, so the cast is right.
let clock: PhoneClock = preset ? (JSON.parse(preset) as PhoneClock) : { kind: 'right' }

function phoneNow(): number {
  if (clock.kind === 'frozen') return clock.at
  return systemNow() + (clock.kind === 'off' ? clock.byMs : 0)
}

export function setPhoneClock(next: PhoneClock): void {
  clock = next
}

Date.now = phoneNow
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [phoneNow()] : args, newTarget),
})
