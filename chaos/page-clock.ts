import type { PhoneClock } from './commands.ts'

/*
 * The clock of the phone: it can be off, jump, or stand still. Timers go on, as on a real phone whose owner sets the
 * time. Imported before anything else that could read the clock.
 */

const systemNow = Date.now.bind(Date)
const preset = document.getElementById('phone-clock')?.textContent
// Filled in by the harness, which knows the type.
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
