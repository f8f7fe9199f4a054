import { setTimeout as sleep } from 'node:timers/promises'
import type { History } from '../judge/history.ts'
import type { Phone } from '../phone/phone.ts'
import type { Command, Outcome, View } from '../program/commands.ts'
import type { PhoneNumber, TabNumber } from '../program/program.ts'
import type { Family } from './family.ts'
import type { NanaServer } from './nana-server.ts'

/** The table in the end sums up what the programs did to their casts. */
export interface Losses {
  phoneKills: number
  serverKills: number
  powerCuts: number
  reloads: number
  /** Phones had to sign in again after a kill, because a browser takes seconds to write a new session down. */
  signIns: number
  /** Phones had to sign in again though nobody had killed them. */
  sessionsEnded: number
}

/** The cast is everything that one program acts on. */
export interface Cast {
  phones: readonly Phone[]
  /** Null where one account has all phones. */
  family: Family | null
  server: NanaServer
  history: History
  losses: Losses
  trace: (text: string) => void
}

export function phoneOf(phones: readonly Phone[], number: PhoneNumber): Phone {
  const phone = phones[number]
  if (phone === undefined) throw new Error(`No hay móvil ${number}.`)
  return phone
}

/** Does on that tab what a carer does, and notes what became of it as far as the carer could see. */
export async function carryOut(
  { phones, history, trace }: Cast,
  number: PhoneNumber,
  tab: TabNumber,
  mark: number,
  command: Command,
): Promise<Outcome | null> {
  const phone = phoneOf(phones, number)
  const deed = history.begin(number, mark, command)
  const outcome = await phone.runCommand(tab, command)
  history.end(deed, outcome)
  trace(`    ${phone.name}${tab} #${mark} ${JSON.stringify(command)} ⇒ ${JSON.stringify(outcome)}`)
  return outcome
}

const LOOK_WITHIN_MS = 10_000

/** Resolves to what the tab shows, or to null when the page goes away or doesn't answer. */
export async function lookIfThere(phone: Phone, tab: TabNumber): Promise<View | null> {
  const looked = phone.look(tab).catch(() => null)
  return Promise.race([looked, sleep(LOOK_WITHIN_MS, null)])
}

/**
 * Signs in again where a session has ended at the server, or was lost because the browser was killed before it had
 * written it down. The line is clear for as long as that takes. What was logged must still be there afterwards.
 */
export async function signInAgain(phone: Phone, { losses, trace }: Cast): Promise<void> {
  const [tab] = phone.openTabs
  if (tab === undefined) return
  const view = await lookIfThere(phone, tab)
  if (view?.isSignedIn !== false) return
  trace(`    ${phone.name}${tab} vuelve a iniciar sesión`)
  if (phone.wasKilled) losses.signIns += 1
  else losses.sessionsEnded += 1
  const { line } = phone
  const weather = line.weather
  line.weather = 'clear'
  const failure = await phone.signIn(tab)
  if (failure !== null)
    throw new Error(`El móvil ${phone.name} no ha podido volver a iniciar sesión: ${failure}`)
  line.weather = weather
  phone.wasKilled = false
}
