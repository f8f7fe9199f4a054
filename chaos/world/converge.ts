import { setTimeout as sleep } from 'node:timers/promises'
import { type SleepRecord, sortNewestFirst } from '../../core/records/sleep-record.ts'
import { canonical } from '../judge/canonical.ts'
import type { ServerRows } from '../judge/effect-log.ts'
import type { Phone } from '../phone/phone.ts'
import { APP_DATE } from '../program/app-date.ts'
import type { Place, View } from '../program/commands.ts'
import { type PhoneNumber, type Program, TABS } from '../program/program.ts'
import { type Cast, lookIfThere, signInAgain } from './cast.ts'

/** The app waits half a minute for a frozen tab that holds the lock, so converging may take longer than that. */
const CONVERGED_WITHIN_MS = 90_000
const LOOK_EVERY_MS = 200

/** Ends every trouble. From here on the phones and the server have to agree by themselves. */
export async function endTroubles(program: Program, cast: Cast): Promise<void> {
  const { phones, server, trace } = cast
  trace('acaban los problemas')
  await server.start()
  for (const phone of phones) {
    phone.line.weather = 'clear'
    if (program.cutsHeld) phone.line.dropHeld()
    await phone.start()
    for (const tab of TABS) {
      await phone.thaw(tab)
      await phone.setHidden(tab, false)
    }
    await phone.setAirplane(false)
    await phone.line.deliverAllLate()
  }
}

/** A phone has to show this in the end. */
interface Expected {
  rows: ServerRows
  /** Null where one account has all phones. */
  place: Place | null
}

export type ReadExpected = (number: PhoneNumber) => Promise<Expected>

/**
 * Waits until every tab of all phones shows what the server has, giving up what the server refused; in a family that
 * stays. Resolves to what still differs when the time is over.
 */
export function converge(cast: Cast, expected: ReadExpected): Promise<string[]> {
  return untilNone(async () => {
    const busy = await restless(cast, expected)
    return busy.length > 0 ? busy : differences(cast, expected)
  })
}

/** Looks again until nothing is found, or the time is over. Resolves to what was found last. */
async function untilNone(look: () => Promise<string[]>): Promise<string[]> {
  const deadline = Date.now() + CONVERGED_WITHIN_MS
  for (;;) {
    const found = await look()
    if (found.length === 0 || Date.now() > deadline) return found
    await sleep(LOOK_EVERY_MS)
  }
}

/** Describes the tabs that still have something to do. */
async function restless(cast: Cast, expected: ReadExpected): Promise<string[]> {
  const found: string[] = []
  for (const [number, phone] of eachPhone(cast)) {
    const { place } = await expected(number)
    for (const tab of phone.openTabs) {
      const view = await lookIfThere(phone, tab)
      if (view?.isSignedIn === false) await signInAgain(phone, cast)
      const [refused] = view?.refused ?? []
      if (refused !== undefined && place === null) {
        cast.trace(`    ${phone.name}${tab} descarta ${JSON.stringify(refused)}`)
        cast.history.givenUp.push({ phone: number, rowId: refused.rowId })
        await phone.settleRefused(tab, 'discard', refused.seq)
      }
      if (view === null) found.push(`${phone.name}${tab} no responde`)
      else found.push(...unrest(view, place).map((what) => `${phone.name}${tab} ${what}`))
      // What is told the phone here its carer chooses in the app's menu.
      if (place !== null && view?.place?.familyId !== place.familyId)
        await phone.aboutFamily(tab, 'openFamily', place.familyId)
    }
  }
  return found
}

async function differences(cast: Cast, expected: ReadExpected): Promise<string[]> {
  const found: string[] = []
  for (const [number, phone] of eachPhone(cast)) {
    const wanted = await expected(number)
    for (const tab of phone.openTabs) {
      const view = await lookIfThere(phone, tab)
      const different = view === null ? ['no responde'] : unlike(view, wanted)
      found.push(...different.map((what) => `${phone.name}${tab} ${what}`))
    }
  }
  // The app is asked by tapping at it, and only when everything else is quiet.
  if (found.length > 0) return found
  for (const [number, phone] of eachPhone(cast)) {
    found.push(...(await appDifferences(phone, (await expected(number)).rows)))
  }
  return found
}

function eachPhone({ phones }: Cast): [PhoneNumber, Phone][] {
  return phones.map((phone, number) => [number as PhoneNumber, phone]) // There are at most three.
}

function unrest(view: View, place: Place | null): string[] {
  if (!view.isSignedIn) return ['tiene la sesión cerrada']
  if (!view.isReady) return ['no tiene copia todavía']
  const [here, wanted] = [canonical(view.place), canonical(place)]
  return [
    ...(place !== null && here !== wanted ? [`está en ${here} en vez de ${wanted}`] : []),
    ...(view.pending > 0 ? [`tiene cambios en espera: ${view.pending}`] : []),
    ...(view.refused.length > 0 && place === null
      ? [`tiene cambios rechazados: ${JSON.stringify(view.refused)}`]
      : []),
  ]
}

/** Describes in what the tab differs from the server. A tab that still has changes waiting differs too. */
function unlike(view: View, { rows, place }: Expected): string[] {
  const busy = unrest(view, place)
  if (busy.length > 0) return busy
  // A row with a refused change shows that change.
  const refused = new Set(view.refused.map(({ rowId }) => rowId))
  const same = <Row extends { id: string }>(row: Row | null) => (row && refused.has(row.id) ? null : row)
  const others = (records: readonly SleepRecord[]) => records.filter(({ id }) => !refused.has(id))
  return [
    ...difference('el bebé', same(view.baby), same(rows.baby)),
    ...difference('el plan', same(view.plan), same(rows.plan)),
    ...difference('los registros', others(view.records), others(sortNewestFirst(rows.records))),
  ]
}

function difference(what: string, shown: unknown, stored: unknown): string[] {
  const [one, other] = [canonical(shown), canonical(stored)]
  return one === other ? [] : [`es distinto en ${what}: se ve ${one}, el servidor tiene ${other}`]
}

/** The real app's diary has a card for each record of the day. */
async function appDifferences(phone: Phone, { records }: ServerRows): Promise<string[]> {
  const shown = await phone.countCards()
  const stored = records.filter(({ date }) => date === APP_DATE).length
  return shown === null || shown === stored
    ? []
    : [`la app en ${phone.name} enseña ${shown} tarjetas, el servidor tiene ${stored} registros de ese día`]
}

/** Compares what the disks hold: with the line dead, one tab of each phone starts anew and must show the same. */
export async function compareDisks(cast: Cast, expected: ReadExpected): Promise<string[]> {
  const found: string[] = []
  for (const [number, phone] of eachPhone(cast)) {
    const wanted = await expected(number)
    const [tab] = phone.openTabs
    if (tab === undefined) continue
    phone.line.weather = 'no network'
    await phone.reload(tab)
    const differing = await untilNone(async () => {
      const view = await lookIfThere(phone, tab)
      return view === null ? ['no enseña nada'] : unlike(view, wanted)
    })
    found.push(...differing.map((what) => `${phone.name}${tab}, arrancado desde su disco, ${what}`))
  }
  return found
}
