import { setTimeout as sleep } from 'node:timers/promises'
import { sortNewestFirst } from '../core/sleep-record.ts'
import { APP_DATE } from './app-date.ts'
import { canonical } from './canonical.ts'
import type { View } from './commands.ts'
import type { ServerRows } from './effect-log.ts'
import type { Phone } from './phone.ts'
import { type Program, TABS } from './program.ts'
import { lookIfThere, type Stage, signInAgain } from './stage.ts'

/** A tab that slept with the lock in its hand is waited for half a minute; then everyone's turn comes. */
const CONVERGED_WITHIN_MS = 90_000
const LOOK_EVERY_MS = 200

/** Ends every trouble. What the phones and the server make of it from here on is up to them. */
export async function heal(program: Program, stage: Stage): Promise<void> {
  const { phones, server, trace } = stage
  trace('heal')
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
export function converge(stage: Stage, readRows: () => Promise<ServerRows>): Promise<string[]> {
  return untilNone(async () => {
    const busy = await restless(stage)
    return busy.length > 0 ? busy : differences(stage, await readRows())
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

/** Tabs that still have something to do. */
async function restless(stage: Stage): Promise<string[]> {
  const found: string[] = []
  for (const phone of stage.phones) {
    for (const tab of phone.openTabs) {
      const view = await lookIfThere(phone, tab)
      if (view?.isSignedIn === false) await signInAgain(phone, stage)
      const [refused] = view?.refused ?? []
      if (refused !== undefined) {
        stage.trace(`    ${phone.name}${tab} discard ${JSON.stringify(refused)}`)
        stage.history.givenUp.add(refused.rowId)
        await phone.settleRefused(tab, 'discard', refused.seq)
      }
      if (view === null) found.push(`${phone.name}${tab} doesn’t answer`)
      else found.push(...unrest(view).map((what) => `${phone.name}${tab} ${what}`))
    }
  }
  return found
}

async function differences({ phones }: Stage, rows: ServerRows): Promise<string[]> {
  const found: string[] = []
  for (const phone of phones) {
    for (const tab of phone.openTabs) {
      const view = await lookIfThere(phone, tab)
      const different = view === null ? ['doesn’t answer'] : unlike(view, rows)
      found.push(...different.map((what) => `${phone.name}${tab} ${what}`))
    }
  }
  // The app is asked by tapping at it, and only when everything else is quiet.
  if (found.length === 0) for (const phone of phones) found.push(...(await appDifferences(phone, rows)))
  return found
}

function unrest(view: View): string[] {
  if (!view.isSignedIn) return ['is signed out']
  if (!view.isReady) return ['has no copy yet']
  return [
    ...(view.pending > 0 ? [`has ${view.pending} changes waiting`] : []),
    ...(view.refused.length > 0 ? [`has refused changes: ${JSON.stringify(view.refused)}`] : []),
  ]
}

/** In what the tab differs from the server; nothing may wait any more either. */
function unlike(view: View, rows: ServerRows): string[] {
  const busy = unrest(view)
  if (busy.length > 0) return busy
  return [
    ...difference('the baby', view.baby, rows.baby),
    ...difference('the plan', view.plan, rows.plan),
    ...difference('the records', view.records, sortNewestFirst(rows.records)),
  ]
}

function difference(what: string, shown: unknown, stored: unknown): string[] {
  const [one, other] = [canonical(shown), canonical(stored)]
  return one === other ? [] : [`differs in ${what}: shows ${one}, the server has ${other}`]
}

/** The real app's diary has a card for each record of the day. */
async function appDifferences(phone: Phone, { records }: ServerRows): Promise<string[]> {
  const shown = await phone.countCards()
  const stored = records.filter(({ date }) => date === APP_DATE).length
  return shown === null || shown === stored
    ? []
    : [`the app on ${phone.name} shows ${shown} cards, the server has ${stored} records of that day`]
}

/** What the disks hold: with the line dead, one tab of each phone starts anew and must show the same. */
export async function compareDisks(stage: Stage, rows: ServerRows): Promise<string[]> {
  const found: string[] = []
  for (const phone of stage.phones) {
    const [tab] = phone.openTabs
    if (tab === undefined) continue
    phone.line.weather = 'no network'
    await phone.reload(tab)
    const differing = await untilNone(async () => {
      const view = await lookIfThere(phone, tab)
      return view === null ? ['shows nothing'] : unlike(view, rows)
    })
    found.push(...differing.map((what) => `${phone.name}${tab}, started from its disk, ${what}`))
  }
  return found
}
