import { setTimeout as sleep } from 'node:timers/promises'
import { sortNewestFirst } from '../../core/records/sleep-record.ts'
import { canonical } from '../judge/canonical.ts'
import type { ServerRows } from '../judge/effect-log.ts'
import type { Phone } from '../phone/phone.ts'
import { APP_DATE } from '../program/app-date.ts'
import type { View } from '../program/commands.ts'
import { type Program, TABS } from '../program/program.ts'
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

/**
 * Waits until every tab of both phones shows what the server has, giving up what the server refused.
 * Resolves to what still differs when the time is over.
 */
export function converge(cast: Cast, readRows: () => Promise<ServerRows>): Promise<string[]> {
  return untilNone(async () => {
    const busy = await restless(cast)
    return busy.length > 0 ? busy : differences(cast, await readRows())
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
async function restless(cast: Cast): Promise<string[]> {
  const found: string[] = []
  for (const phone of cast.phones) {
    for (const tab of phone.openTabs) {
      const view = await lookIfThere(phone, tab)
      if (view?.isSignedIn === false) await signInAgain(phone, cast)
      const [refused] = view?.refused ?? []
      if (refused !== undefined) {
        cast.trace(`    ${phone.name}${tab} descarta ${JSON.stringify(refused)}`)
        cast.history.givenUp.add(refused.rowId)
        await phone.settleRefused(tab, 'discard', refused.seq)
      }
      if (view === null) found.push(`${phone.name}${tab} no responde`)
      else found.push(...unrest(view).map((what) => `${phone.name}${tab} ${what}`))
    }
  }
  return found
}

async function differences({ phones }: Cast, rows: ServerRows): Promise<string[]> {
  const found: string[] = []
  for (const phone of phones) {
    for (const tab of phone.openTabs) {
      const view = await lookIfThere(phone, tab)
      const different = view === null ? ['no responde'] : unlike(view, rows)
      found.push(...different.map((what) => `${phone.name}${tab} ${what}`))
    }
  }
  // The app is asked by tapping at it, and only when everything else is quiet.
  if (found.length === 0) for (const phone of phones) found.push(...(await appDifferences(phone, rows)))
  return found
}

function unrest(view: View): string[] {
  if (!view.isSignedIn) return ['tiene la sesión cerrada']
  if (!view.isReady) return ['no tiene copia todavía']
  return [
    ...(view.pending > 0 ? [`tiene cambios en espera: ${view.pending}`] : []),
    ...(view.refused.length > 0 ? [`tiene cambios rechazados: ${JSON.stringify(view.refused)}`] : []),
  ]
}

/** Describes in what the tab differs from the server. A tab that still has changes waiting differs too. */
function unlike(view: View, rows: ServerRows): string[] {
  const busy = unrest(view)
  if (busy.length > 0) return busy
  return [
    ...difference('el bebé', view.baby, rows.baby),
    ...difference('el plan', view.plan, rows.plan),
    ...difference('los registros', view.records, sortNewestFirst(rows.records)),
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
export async function compareDisks(cast: Cast, rows: ServerRows): Promise<string[]> {
  const found: string[] = []
  for (const phone of cast.phones) {
    const [tab] = phone.openTabs
    if (tab === undefined) continue
    phone.line.weather = 'no network'
    await phone.reload(tab)
    const differing = await untilNone(async () => {
      const view = await lookIfThere(phone, tab)
      return view === null ? ['no enseña nada'] : unlike(view, rows)
    })
    found.push(...differing.map((what) => `${phone.name}${tab}, arrancado desde su disco, ${what}`))
  }
  return found
}
