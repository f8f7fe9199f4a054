import { timeOfMinute } from './intents.ts'
import { PHONES, type Program } from './program.ts'
import { lookIfThere, perform, type Stage } from './stage.ts'

/**
 * «Recuperar», once all is quiet: what was changed on this phone and deleted elsewhere comes back once, though two tabs
 * offer it and both are tapped. Resolves to whether there was anything.
 */
export async function recoverLost(program: Program, stage: Stage): Promise<boolean> {
  let { lastMark } = program
  for (const number of PHONES) {
    const phone = stage.phones[number]
    const [tab] = phone.openTabs
    const view = tab === undefined ? null : await lookIfThere(phone, tab)
    for (const record of view?.lost ?? []) {
      const taps = phone.openTabs.slice(0, 2).map((other) => {
        lastMark += 1
        const marked = { ...record, time: timeOfMinute(lastMark) }
        return perform(stage, number, other, lastMark, { do: 'recover', record: marked })
      })
      await Promise.all(taps)
    }
  }
  return lastMark > program.lastMark
}
