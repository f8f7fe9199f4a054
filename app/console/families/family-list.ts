import { OVERVIEW_REACH_DAYS } from '../../../core/overview/family-overview.ts'
import { addDays, localDateAt } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import type { Called } from '../../family/remote-families.ts'
import { retryDelayMs } from '../../wire/backoff.ts'
import { type ConsultedFamily, consultedOf, type RemoteFamilies, type Summary } from './consulted.ts'
import { type Kept, keptOf } from './kept-family.ts'
import { type ListSnapshot, NOTHING_TOLD } from './list-snapshot.ts'
import { type Entry, inOrder, type Order, searchFor, zoneOf } from './rows.ts'
import { inSlices, type SliceParts } from './slices.ts'
import { overviewOf } from './summary-overview.ts'

/** How often it is asked what has changed: what those in sight log shows within two seconds, and who came or left. */
const LIVE_MS = 1_500
/** How often the families are asked for all the same: for what those log that are out of sight. */
const FAMILIES_MS = 60_000
/** Of so many families the summary comes at once: a larger answer would hold the page up while it is read. */
export const PAGE = 50

export interface ListParts extends SliceParts {
  remote: RemoteFamilies
  /** The product's clock, epoch milliseconds. */
  now: () => number
}

interface AskedPage {
  /** Which families, and the number of the latest change of each that was known when it was asked. */
  revs: ReadonlyMap<string, number>
  answer: Promise<Called<Summary[]>>
}

/**
 * The families of a consultant: their names at once, then what their logs come to, those in sight first. It stays in
 * memory, so that coming back shows what was there. It is put in order once each time that somebody comes to it, when
 * everything is known; then nothing moves by itself.
 */
export class FamilyList {
  private readonly parts: ListParts
  private readonly listeners = new Set<() => void>()
  private kept = new Map<string, Kept>()
  private sight: readonly string[] = []
  private familiesAt = Number.NEGATIVE_INFINITY
  private changesAt = Number.NEGATIVE_INFINITY
  /** The state of all families that the list tells. */
  private all = ''
  private isArranged = false
  /** How often the families were asked for at once, and how many of these times the list has heard. */
  private asked = 0
  private heardOf = 0
  private ahead: AskedPage | null = null
  private wake = () => {}
  private shown = NOTHING_TOLD

  constructor(parts: ListParts) {
    this.parts = parts
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): ListSnapshot => this.shown

  /** A family of the list, the same value until something of it changes. */
  entry(id: string): Entry | null {
    return this.kept.get(id) ?? null
  }

  /** The family of an address, if it lets the consultant in already. */
  familyOf(email: string): ConsultedFamily | null {
    const wanted = email.toLowerCase()
    const found = [...this.kept.values()].find(({ family }) => family.email?.toLowerCase() === wanted)
    return found?.family ?? null
  }

  /** Which rows can be seen: they are read first, and asked after. */
  setSight(ids: readonly string[]): void {
    this.sight = ids
  }

  search(query: string): void {
    this.arrange({ query })
  }

  orderBy(order: Order): void {
    this.arrange({ order })
  }

  /** Asks for the families anew, at once. */
  refresh(): void {
    this.asked += 1
    this.wake()
  }

  /** Keeps the list as the server has it until `signal` aborts. */
  async live(signal: AbortSignal): Promise<void> {
    this.ahead = null
    this.isArranged = false
    this.asked += 1
    for (let failures = 0; !signal.aborted; ) {
      const came = await this.round(signal)
      if (signal.aborted) return
      failures = came === 'failed' ? failures + 1 : 0
      if (came !== 'failed' && this.shown.trouble !== null) this.publish({ trouble: null })
      const isWaitedFor = came === 'done' && this.asked !== this.heardOf
      if (came !== 'more' && !isWaitedFor) {
        await this.rest(came === 'failed' ? retryDelayMs(failures, Math.random()) : LIVE_MS, signal)
      }
    }
  }

  /** One turn: what is due is asked for. `more`: there is more to read at once. */
  private async round(signal: AbortSignal): Promise<'failed' | 'more' | 'done'> {
    const { elapsed } = this.parts
    const isDue = this.asked !== this.heardOf || elapsed() - this.familiesAt >= FAMILIES_MS
    if (isDue && !(await this.readFamilies(signal))) return 'failed'
    if (elapsed() - this.changesAt >= LIVE_MS && !(await this.readChanges())) return 'failed'
    const asked = this.ahead ?? this.askForPage([])
    this.ahead = null
    if (asked === null) {
      if (!signal.aborted) this.arrangeOnce()
      return 'done'
    }
    const data = this.heard(await asked.answer)
    if (data === null) return 'failed'
    // The server works on the next page while this one is computed.
    this.ahead = this.askForPage([...asked.revs.keys()])
    await this.take(asked.revs, data, signal)
    return 'more'
  }

  /** Asks for what is to be read next, but for families that are at hand; null: nothing is. */
  private askForPage(atHand: readonly string[]): AskedPage | null {
    const page = this.nextPage(atHand)
    if (page.length === 0) return null
    const since = addDays(localDateAt(this.parts.now(), MADRID), -OVERVIEW_REACH_DAYS - 1)
    const revs = new Map(page.map((id) => [id, this.kept.get(id)?.rev ?? 0]))
    return { revs, answer: this.parts.remote.summaries(page, since) }
  }

  private async readFamilies(signal: AbortSignal): Promise<boolean> {
    const askedAt = this.parts.elapsed()
    // Whoever asks anew meanwhile is heard by the next turn.
    const { asked } = this
    const data = this.heard(await this.parts.remote.families())
    if (data === null) return false
    const kept = new Map<string, Kept>()
    await inSlices(this.parts, data.families, signal, (told) => {
      const family = consultedOf(told)
      if (family !== null)
        kept.set(family.family_id, keptOf(family, this.kept.get(family.family_id), this.parts.now()))
    })
    if (signal.aborted) return true
    this.familiesAt = askedAt
    this.changesAt = askedAt
    this.all = data.all
    this.heardOf = asked
    const before = this.kept
    this.kept = kept
    const { requests, closed } = data
    const { ids } = this.shown
    if (ids === null) this.arrange({ requests, closed })
    else this.publish({ requests, closed, ids: this.withoutMoving(ids, before) })
    return true
  }

  /** The rows where they are, but for families that have left; who has come stands at the end. */
  private withoutMoving(ids: readonly string[], before: ReadonlyMap<string, Kept>): readonly string[] {
    const isFound = searchFor(this.shown.query)
    const come = [...this.kept].filter(([id, { searchText }]) => !before.has(id) && isFound(searchText))
    const stay = ids.filter((id) => this.kept.has(id))
    return come.length === 0 && stay.length === ids.length ? ids : [...stay, ...come.map(([id]) => id)]
  }

  private async readChanges(): Promise<boolean> {
    const askedAt = this.parts.elapsed()
    const data = this.heard(await this.parts.remote.changes(this.sight.filter((id) => this.kept.has(id))))
    if (data === null) return false
    this.changesAt = askedAt
    // Somebody has come or left, asked or answered: then the families are asked for at once.
    if (this.all !== data.all) this.asked += 1
    for (const [id, rev] of data.revs) {
      const kept = this.kept.get(id)
      if (kept) kept.rev = rev
    }
    return true
  }

  /** The families to read next: those in sight before the others. */
  private nextPage(atHand: readonly string[]): string[] {
    const isOld = (id: string) => {
      const kept = this.kept.get(id)
      return kept !== undefined && kept.knownRev !== kept.rev && !atHand.includes(id)
    }
    const inSight = this.sight.filter(isOld)
    if (inSight.length > 0) return inSight.slice(0, PAGE)
    const page: string[] = []
    for (const id of this.shown.ids ?? []) if (page.length < PAGE && isOld(id)) page.push(id)
    for (const id of this.kept.keys())
      if (page.length < PAGE && isOld(id) && !page.includes(id)) page.push(id)
    return page
  }

  /** Computes what a page of summaries comes to, in slices. */
  private async take(revs: AskedPage['revs'], summaries: readonly Summary[], signal: AbortSignal) {
    const told = new Map(summaries.map((summary) => [summary.family_id, summary]))
    await inSlices(this.parts, [...revs], signal, ([id, askedRev]) => {
      const kept = this.kept.get(id)
      if (kept === undefined) return
      const summary = told.get(id)
      const now = this.parts.now()
      // A family that isn't told any more has just closed its log; the next list of families says so.
      const overview = summary === undefined ? null : overviewOf(summary, kept.family, now)
      // A change that the server has told of since may not be in the answer: then the family is read once more.
      const knownRev = Math.max(askedRev, summary?.rev ?? 0)
      this.kept.set(id, {
        ...kept,
        overview,
        knownRev,
        rev: Math.max(kept.rev, knownRev),
        date: localDateAt(now, zoneOf(kept.family)),
      })
    })
    this.publish({})
  }

  /** Once everything is known the list is put in order, and then stays: nothing moves under a hand. */
  private arrangeOnce(): void {
    if (this.isArranged) return
    this.isArranged = true
    this.arrange({})
  }

  private heard<T>({ data, failure }: Called<T>): T | null {
    if (failure?.status === 403) this.forget()
    else if (failure !== null) this.publish({ trouble: 'away' })
    return data
  }

  /** Who isn't let in any more keeps nothing of any family on the screen. */
  private forget(): void {
    this.kept = new Map()
    this.familiesAt = Number.NEGATIVE_INFINITY
    const { query, order } = this.shown
    this.publish({ ...NOTHING_TOLD, query, order, trouble: 'closed' })
  }

  private arrange(change: Partial<ListSnapshot>): void {
    const { query, order } = { ...this.shown, ...change }
    const isFound = searchFor(query)
    const found = [...this.kept.values()].filter(({ searchText }) => isFound(searchText))
    const ids = inOrder(found, order, this.parts.now()).map(({ family }) => family.family_id)
    this.publish({ ...change, ids })
  }

  private publish(change: Partial<ListSnapshot>): void {
    let read = 0
    for (const { date } of this.kept.values()) if (date !== '') read += 1
    this.shown = { ...this.shown, ...change, total: this.kept.size, read }
    for (const listener of this.listeners) listener()
  }

  private rest(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.wake = () => {}
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
      this.wake = done
    })
  }
}
