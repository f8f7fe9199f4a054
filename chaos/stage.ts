import { setTimeout as sleep } from 'node:timers/promises'
import type { Command, Outcome, View } from './commands.ts'
import type { History } from './history.ts'
import type { NanaServer } from './nana-server.ts'
import type { Phone } from './phone.ts'
import type { PhoneNumber, TabNumber } from './program.ts'

/** What one program did to the world, for the table. */
export interface Losses {
  phoneKills: number
  serverKills: number
  powerCuts: number
  reloads: number
  /** A phone that had to sign in again after it was killed: the browser writes a new session down within seconds. */
  signIns: number
  /** The same without a kill. */
  sessionsEnded: number
}

/** The cast of one program. */
export interface Stage {
  phones: readonly [Phone, Phone]
  server: NanaServer
  history: History
  losses: Losses
  trace: (text: string) => void
}

/** What a carer does on that tab, and what became of it as far as the carer could see. */
export async function perform(
  { phones, history, trace }: Stage,
  number: PhoneNumber,
  tab: TabNumber,
  mark: number,
  command: Command,
): Promise<Outcome | null> {
  const phone = phones[number]
  const deed = history.begin(number, mark, command)
  const outcome = await phone.perform(tab, command)
  history.end(deed, outcome)
  trace(`    ${phone.name}${tab} #${mark} ${JSON.stringify(command)} ⇒ ${JSON.stringify(outcome)}`)
  return outcome
}

const LOOK_WITHIN_MS = 10_000

/** Null when the page goes away under the eyes. */
export async function lookIfThere(phone: Phone, tab: TabNumber): Promise<View | null> {
  const looked = phone.look(tab).catch(() => null)
  return Promise.race([looked, sleep(LOOK_WITHIN_MS, null)])
}

/**
 * A session that ended at the server, or that a browser killed within seconds had not written down: the carer signs in
 * again, with a network for as long as that takes. What was logged must still be there.
 */
export async function signInAgain(phone: Phone, { losses, trace }: Stage): Promise<void> {
  const [tab] = phone.openTabs
  if (tab === undefined) return
  const view = await lookIfThere(phone, tab)
  if (view?.isSignedIn !== false) return
  trace(`    ${phone.name}${tab} signs in again`)
  if (phone.wasKilled) losses.signIns += 1
  else losses.sessionsEnded += 1
  const { line } = phone
  const weather = line.weather
  line.weather = 'clear'
  const failure = await phone.signIn(tab)
  if (failure !== null) throw new Error(`${phone.name} could not sign in again: ${failure}`)
  line.weather = weather
  phone.wasKilled = false
}
