import { canonical } from './canonical.ts'
import type { View } from './commands.ts'
import type { Effect, Row } from './effect-log.ts'
import type { Deed, History } from './history.ts'
import { isSpoiled } from './intents.ts'
import { Merges } from './merges.ts'
import { withDuration } from './row-duration.ts'

/** What went wrong, in words; all empty when nothing did. */
export interface Verdict {
  /** Saved changes that had no effect at the server, and records that left the screen undeleted. */
  lost: string[]
  /** Effects that nobody asked for, or that were had already. */
  doubled: string[]
  /** Changes of one phone that took effect in another order than they were made in. */
  outOfOrder: string[]
  /** Phones, disks and server that don't say the same; values that don't follow from the changes. */
  differing: string[]
  /** What the app told its page wrongly: unsaved or unseen saves, errors nobody caught. */
  broken: string[]
}

export interface Evidence {
  history: History
  effects: readonly Effect[]
  /** What the server has in the end. */
  finalRows: readonly Row[]
  /** The last look at every tab, the closed ones' included. */
  views: readonly { tab: string; view: View }[]
  differing: readonly string[]
}

/** Compares what happened at the server with a model that is told only what the carers did. */
export function judge({ history, effects, finalRows, views, differing }: Evidence): Verdict {
  const verdict: Verdict = { lost: [], doubled: [], outOfOrder: [], differing: [...differing], broken: [] }
  const model = new Model(history.deeds, verdict)
  for (const effect of effects) model.take(effect)
  model.compareWith(finalRows)
  for (const deed of history.deeds) if (!model.isAccountedFor(deed)) verdict.lost.push(inWords(deed))
  judgeOrder(model.inOrderOfEffect, verdict)
  judgePages(history, views, verdict)
  return verdict
}

/** The rows as they must be, by what each effect's own change said. */
class Model {
  /** Deeds as they took effect. */
  readonly inOrderOfEffect: Deed[] = []
  private readonly deeds: readonly Deed[]
  private readonly verdict: Verdict
  private readonly rows = new Map<string, Row>()
  private readonly deletedIds = new Set<string>()
  private readonly effective = new Set<Deed>()
  private readonly seenOps = new Set<string>()
  private readonly merges: Merges

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.deeds = deeds
    this.verdict = verdict
    this.merges = new Merges(deeds, verdict)
  }

  take(effect: Effect): void {
    const { table, kind, rowId, opId, row } = effect
    if (opId !== null && this.seenOps.has(opId)) this.verdict.doubled.push(`again ${describe(effect)}`)
    if (opId !== null) this.seenOps.add(opId)
    const key = `${table}/${rowId}`
    if (kind === 'INSERT' && this.deletedIds.has(rowId))
      this.verdict.outOfOrder.push(`revived ${describe(effect)}`)
    const isFirstRow = kind === 'INSERT' && table !== 'sleep_records'
    // The app makes the two rows of a new account itself; what they hold is no carer's doing.
    if (isFirstRow && row !== null && !this.rows.has(key)) return void this.rows.set(key, row)
    const deed = this.deedBehind(effect)
    if ((deed === undefined || this.effective.has(deed)) && this.merges.take(effect, this.rows.get(key))) {
      if (row === null) this.deletedIds.add(rowId)
      return void (row === null ? this.rows.delete(key) : this.rows.set(key, row))
    }
    if (deed === undefined) return void this.verdict.doubled.push(`unasked ${describe(effect)}`)
    if (this.effective.has(deed)) return void this.verdict.doubled.push(`twice ${inWords(deed)}`)
    this.effective.add(deed)
    this.inOrderOfEffect.push(deed)
    if (row === null) {
      this.deletedIds.add(rowId)
      return void this.rows.delete(key)
    }
    const expected = expectedRow(deed, this.rows.get(key) ?? null, row)
    if (canonical(expected) !== canonical(row)) {
      this.verdict.differing.push(`${inWords(deed)} made ${canonical(row)} instead of ${canonical(expected)}`)
    }
    this.rows.set(key, row)
  }

  compareWith(finalRows: readonly Row[]): void {
    const sorted = (rows: readonly Row[]) => canonical([...rows].sort((a, b) => (a.id < b.id ? -1 : 1)))
    const [expected, stored] = [sorted([...this.rows.values()]), sorted(finalRows)]
    if (expected !== stored) {
      this.verdict.differing.push(`the server ended with ${stored} instead of ${expected}`)
    }
  }

  /** Whether what the carer was told about this deed is true. */
  isAccountedFor(deed: Deed): boolean {
    const { command, outcome } = deed
    const isEffective = this.effective.has(deed)
    if (outcome.kind === 'unknown') return true
    if (outcome.kind === 'rejected' || outcome.kind === 'nothing') {
      if (isEffective) this.verdict.doubled.push(`although ${outcome.kind}: ${inWords(deed)}`)
      return true
    }
    if (isEffective || isSpoiled(command) || this.fellWithRefused(deed)) return true
    if (command.do === 'merge') {
      return this.merges.isAccountedFor(
        deed,
        this.deletedIds,
        this.rows.get(`sleep_records/${command.drop.id}`),
      )
    }
    // Delete beats edit, and the first of two deletes is the one that counts.
    const isBeaten = command.do === 'edit' || command.do === 'delete'
    return isBeaten && this.deletedIds.has(command.id)
  }

  /** Behind a refused change of the same phone on the same row everything waits, and goes when that is given up. */
  private fellWithRefused(deed: Deed): boolean {
    const { command, phone } = deed
    const rowIds = [rowOf(deed), command.do === 'merge' ? command.drop.id : null].filter((id) => id !== null)
    const spoiled = this.deeds.filter((other) => other.phone === phone && isSpoiled(other.command)).map(rowOf)
    return rowIds.some((id) => spoiled.includes(id))
  }

  private deedBehind({ table, kind, rowId, row }: Effect): Deed | undefined {
    if (row === null) {
      const deletes = this.deeds.filter(({ command }) => command.do === 'delete' && command.id === rowId)
      // Two phones may both have; which of them it was shows nowhere and matters to nobody.
      return deletes.find(({ outcome }) => outcome.kind === 'stored') ?? deletes[0]
    }
    const mark = markIn(table, row)
    return this.deeds.find((deed) => deed.mark === mark && targets(deed, table, kind, rowId))
  }
}

function targets({ command }: Deed, table: Effect['table'], kind: Effect['kind'], rowId: string): boolean {
  if (table === 'baby_info') return command.do === 'baby'
  if (table === 'sleep_plans') return command.do === 'plan'
  if (kind === 'INSERT') return command.do === 'add' || command.do === 'start' || command.do === 'undo'
  return command.do === 'edit' && command.id === rowId
}

/** The number of the change that wrote this row last. */
function markIn(table: Effect['table'], row: Row): number {
  if (table === 'baby_info') return Number(/\d+$/.exec(String(row.name))?.[0])
  if (table === 'sleep_plans') return Number.parseInt(String(row.first_wake_window), 10)
  const [hours, minutes] = String(row.time ?? row.start_time)
    .split(':')
    .map(Number)
  return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN)
}

/** A change replaces the fields it names, and only those: two phones that correct different ones both win. */
function expectedRow({ command, outcome }: Deed, before: Row | null, actual: Row): Row {
  const { id, user_id } = actual
  if (command.do === 'add') return { ...command.draft, id, user_id }
  if (command.do === 'undo') return { ...command.record, id, user_id }
  if (command.do === 'start') return { ...BEGUN, ...command.draft, id, user_id }
  const fields = Object.entries('patch' in command ? command.patch : {}).filter(([field, value]) => {
    if (outcome.kind === 'stored') return !outcome.unchanged.includes(field)
    // Nobody could see what the page showed before; either value is right.
    return canonical(actual[field]) === canonical(value)
  })
  return withDuration(before, { ...before, ...Object.fromEntries(fields), id })
}

/** A sleep that has just begun, beside what its draft says. */
const BEGUN = {
  end_time: null,
  time: null,
  duration: null,
  wake_ups: 0,
  quality: null,
  disturbances: [],
  feedings: 0,
  diaper_changes: 0,
}

function rowOf({ command, outcome }: Deed): string | null {
  if (command.do === 'edit' || command.do === 'delete') return command.id
  return outcome.kind === 'stored' ? outcome.rowId : null
}

/** A phone that saw one change saved before the next began has its effects in that order. */
function judgeOrder(inOrderOfEffect: readonly Deed[], verdict: Verdict): void {
  for (const [position, later] of inOrderOfEffect.entries()) {
    if (later.command.do === 'delete') continue
    const overtaken = inOrderOfEffect
      .slice(position + 1)
      .find((deed) => deed.phone === later.phone && deed.endedAt !== null && deed.endedAt < later.begunAt)
    if (overtaken !== undefined && overtaken.command.do !== 'delete') {
      verdict.outOfOrder.push(`${inWords(later)} before ${inWords(overtaken)}`)
    }
  }
}

function judgePages(history: History, views: Evidence['views'], verdict: Verdict): void {
  const { deeds, hanging } = history
  for (const deed of hanging) verdict.broken.push(`did not answer: ${inWords(deed)}`)
  for (const deed of deeds) {
    const { outcome } = deed
    if (outcome.kind === 'rejected') verdict.broken.push(`rejected: ${outcome.message}: ${inWords(deed)}`)
    if (outcome.kind === 'stored' && !outcome.isShown && !hasRival(deed, deeds)) {
      verdict.broken.push(`not shown: ${inWords(deed)}`)
    }
  }
  const excused = new Set(
    deeds.filter(({ command }) => command.do === 'delete' || isSpoiled(command)).map(rowOf),
  )
  for (const { command } of deeds) if (command.do === 'merge') excused.add(command.drop.id)
  for (const { tab, view } of views) {
    const lost = view.vanished.filter((id) => !excused.has(id))
    verdict.lost.push(...lost.map((id) => `${id} left the screen of ${tab}`))
    const back = view.returned.filter((id) => !excused.has(id))
    verdict.broken.push(...back.map((id) => `${id} came back on ${tab}`))
    verdict.broken.push(...view.errors.map((error) => `${tab}: ${error}`))
  }
}

/** Another change of the same row that may have come in between: the later one shows. */
function hasRival(deed: Deed, deeds: readonly Deed[]): boolean {
  const endedAt = deed.endedAt ?? Number.POSITIVE_INFINITY
  return deeds.some(
    (other) =>
      other !== deed &&
      other.command.do === deed.command.do &&
      rowOf(other) === rowOf(deed) &&
      other.begunAt < endedAt &&
      (other.phone !== deed.phone || (other.endedAt ?? Number.POSITIVE_INFINITY) > deed.begunAt),
  )
}

function inWords({ mark, phone, command, outcome }: Deed): string {
  return `#${mark} of phone ${phone} ${JSON.stringify(command)} (${outcome.kind})`
}

function describe({ table, kind, row, rowId }: Effect): string {
  return `${kind} ${table} ${row === null ? rowId : canonical(row)}`
}
