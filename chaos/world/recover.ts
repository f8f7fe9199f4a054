import { timeOfMinute } from '../program/intents.ts'
import type { Program } from '../program/program.ts'
import { type Cast, carryOut, lookIfThere, phoneOf } from './cast.ts'

/**
 * Taps «Recuperar» once all is quiet: a record that was changed on this phone and deleted elsewhere must come back
 * once, though two tabs offer it and both are tapped. Resolves to whether there was any.
 */
export async function recoverLost(program: Program, cast: Cast): Promise<boolean> {
  let { lastMark } = program
  for (const { number } of program.phones) {
    const phone = phoneOf(cast.phones, number)
    const [tab] = phone.openTabs
    const view = tab === undefined ? null : await lookIfThere(phone, tab)
    for (const record of view?.lost ?? []) {
      const taps = phone.openTabs.slice(0, 2).map((other) => {
        lastMark += 1
        const marked = { ...record, time: timeOfMinute(lastMark) }
        return carryOut(cast, number, other, lastMark, { do: 'recover', record: marked })
      })
      await Promise.all(taps)
    }
  }
  return lastMark > program.lastMark
}
