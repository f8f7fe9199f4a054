import type { RecordDraft } from '../../app/changes/changes.ts'
import { saysAll } from '../../app/local/restored-record.ts'
import { parseRow } from '../../app/local/rows.ts'
import { tapsUnited } from '../../core/records/taps.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { Command } from '../program/commands.ts'
import { isSpoiled } from '../program/intents.ts'
import { canonical } from './canonical.ts'
import { describe, type Effect, type Row } from './effect-log.ts'
import { expectedRow } from './expected-row.ts'
import { type Deed, type GivenUp, inWords, isGivenUp, rowOf } from './history.ts'
import { Imports } from './imports.ts'
import { LostRecords, type PhoneView } from './lost-records.ts'
import { Merges } from './merges.ts'
import { Rebuilds } from './rebuilds.ts'
import { Recoveries } from './recoveries.ts'
import { Taps, tapsOf } from './taps.ts'
import type { Verdict } from './verdict.ts'

/** The model holds the rows as they must be after each effect, by what the change behind that effect said. */
export class Model {
  /** Lists the deeds in the order in which they took effect, which may not be the order they were done in. */
  readonly inOrderOfEffect: Deed[] = []
  private readonly deeds: readonly Deed[]
  private readonly verdict: Verdict
  private readonly givenUp: readonly GivenUp[]
  private readonly rows = new Map<string, Row>()
  private readonly deletedIds = new Set<string>()
  /** Keeps deleted rows as they were when they went. */
  private readonly deletedRows = new Map<string, Row>()
  private readonly effective = new Set<Deed>()
  private readonly seenOps = new Set<string>()
  private readonly merges: Merges
  private readonly imports: Imports
  private readonly taps: Taps
  private readonly rebuilds: Rebuilds
  private readonly recoveries: Recoveries
  /** Keeps everything that any record ever said, so that what a twin says isn't missed in a deleted record. */
  private readonly versions: Row[] = []
  private readonly lost: LostRecords

  constructor(deeds: readonly Deed[], verdict: Verdict, givenUp: readonly GivenUp[]) {
    this.deeds = deeds
    this.givenUp = givenUp
    this.verdict = verdict
    this.merges = new Merges(deeds, verdict)
    this.imports = new Imports(deeds, verdict)
    this.taps = new Taps(deeds, verdict)
    this.rebuilds = new Rebuilds(deeds, verdict)
    this.recoveries = new Recoveries(deeds)
    this.lost = new LostRecords(deeds, verdict)
  }

  take(effect: Effect): void {
    const { table, kind, rowId, opId, row } = effect
    if (opId !== null && this.seenOps.has(opId)) this.verdict.doubled.push(`otra vez: ${describe(effect)}`)
    if (opId !== null) this.seenOps.add(opId)
    const key = `${table}/${rowId}`
    if (row !== null) this.versions.push(row)
    if (kind === 'INSERT' && this.deletedIds.has(rowId))
      this.verdict.outOfOrder.push(`resucitado: ${describe(effect)}`)
    const isFirstRow = kind === 'INSERT' && table !== 'sleep_records'
    // The app makes the two rows of a new account itself; what they hold is no carer's doing.
    if (isFirstRow && row !== null && !this.rows.has(key)) return void this.rows.set(key, row)
    if (kind === 'INSERT' && row !== null && this.takeImported(effect)) return void this.rows.set(key, row)
    if (row !== null && this.takeTapsOrDay(effect, this.rows.get(key))) return void this.rows.set(key, row)
    const deed = this.deedBehind(effect)
    if ((deed === undefined || this.effective.has(deed)) && this.isPartOfMore(effect, this.rows.get(key))) {
      return void (row === null ? this.drop(key, rowId) : this.rows.set(key, row))
    }
    if (deed === undefined) return void this.verdict.doubled.push(`nadie lo pidió: ${describe(effect)}`)
    if (this.effective.has(deed)) return void this.verdict.doubled.push(`dos veces: ${inWords(deed)}`)
    this.effective.add(deed)
    this.lost.take(deed)
    this.inOrderOfEffect.push(deed)
    if (row === null) {
      this.drop(key, rowId)
      return
    }
    const expected = expectedRow(deed, this.rows.get(key) ?? null, row)
    if (canonical(expected) !== canonical(row)) {
      this.verdict.differing.push(`${inWords(deed)} dejó ${canonical(row)} en vez de ${canonical(expected)}`)
    }
    this.rows.set(key, row)
  }

  /** Takes the effects whose deed is found by something else than the number that a change carries. */
  private takeTapsOrDay(effect: Effect, before: Row | undefined): boolean {
    const rebuild = this.rebuilds.take(effect)
    const deeds = rebuild === null ? this.taps.take(effect, before) : [rebuild]
    const [deed] = deeds
    if (
      deed !== undefined &&
      !this.effective.has(deed) &&
      deeds.length === 1 &&
      SIMPLE.has(deed.command.do)
    ) {
      this.inOrderOfEffect.push(deed)
    }
    for (const one of deeds) if (SIMPLE.has(one.command.do)) this.effective.add(one)
    return deed !== undefined
  }

  private isPartOfMore(effect: Effect, before: Row | undefined): boolean {
    return (
      this.merges.take(effect, before) ||
      this.recoveries.take(effect, before) ||
      this.taps.isIdle(effect, before) ||
      (effect.row === null && this.deeds.some(({ command }) => isOneOf(command, effect.rowId)))
    )
  }

  private drop(key: string, rowId: string): void {
    const row = this.rows.get(key)
    if (row !== undefined) this.deletedRows.set(rowId, row)
    this.deletedIds.add(rowId)
    this.rows.delete(key)
  }

  private takeImported(effect: Effect): boolean {
    const deeds = this.imports.take(effect, (id) => this.deletedIds.has(id) || this.isUnwanted(id))
    for (const deed of deeds) this.effective.add(deed)
    const [deed] = deeds
    // Of two phones that import the same file, nobody can tell whose row it is.
    if (deed !== undefined && deeds.length === 1) this.inOrderOfEffect.push(deed)
    return deed !== undefined
  }

  private isUnwanted(id: string): boolean {
    return this.deeds.some(
      ({ command }) =>
        isOneOf(command, id) ||
        (command.do === 'delete' && command.id === id) ||
        (command.do === 'merge' && command.drop.id === id),
    )
  }

  judgeDays(): void {
    this.rebuilds.judge()
  }

  judgeLost(views: readonly PhoneView[]): void {
    const beaten = this.deeds.filter((deed) => {
      const { command, outcome } = deed
      if (outcome.kind !== 'stored' || isSpoiled(command)) return false
      if (command.do !== 'edit' && command.do !== 'tap') return false
      const isChange = command.do === 'tap' || outcome.unchanged.length < Object.keys(command.patch).length
      return (
        isChange &&
        this.deletedIds.has(command.id) &&
        !this.effective.has(deed) &&
        !this.fellWithRefused(deed)
      )
    })
    const untold = beaten.filter((deed) => {
      const own = beaten.filter((other) => other.phone === deed.phone && rowOf(other) === rowOf(deed))
      return ![[deed], own].some((edits) => this.isHeldByTwin(rowOf(deed), edits))
    })
    this.lost.judge(untold, views, this.deletedIds)
  }

  /**
   * A phone tells nobody of a record that went when another of the same sleep says all it said: with one of the edits
   * of that phone, or with all of them, as a copy does that was exported there and imported elsewhere.
   */
  private isHeldByTwin(id: string | null, edits: readonly Deed[]): boolean {
    const row = id === null ? undefined : this.deletedRows.get(id)
    const inOrder = [...edits].sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0)).map(patchIn)
    const taps = inOrder.reduce(
      (united, patch) => tapsUnited(united, patch.taps ?? []),
      row === undefined ? [] : tapsOf(row),
    )
    const record = parseRow('sleep_records', Object.assign({ ...row }, ...inOrder, { taps }))
    if (record === null) return false
    return this.versions
      .flatMap((row) => parseRow('sleep_records', row) ?? [])
      .some((other) => other.id !== id && saysAll(record, other, MADRID))
  }

  compareWith(finalRows: readonly Row[]): void {
    const sorted = (rows: readonly Row[]) => canonical([...rows].sort((a, b) => (a.id < b.id ? -1 : 1)))
    const [expected, stored] = [sorted([...this.rows.values()]), sorted(finalRows)]
    if (expected !== stored) {
      this.verdict.differing.push(`el servidor acabó con ${stored} en vez de ${expected}`)
    }
  }

  /** Returns whether what the carer was told about this deed is true. */
  isAccountedFor(deed: Deed): boolean {
    const { command, outcome } = deed
    const isEffective = this.effective.has(deed)
    if (outcome.kind === 'unknown') return true
    if (outcome.kind === 'rejected' || outcome.kind === 'nothing') {
      if (isEffective) this.verdict.doubled.push(`hecho aunque se dijo que no: ${inWords(deed)}`)
      return true
    }
    if (command.do === 'import') return this.imports.isAccountedFor(deed, this.deletedIds)
    if (isSpoiled(command) || this.fellWithRefused(deed)) return true
    if (command.do === 'separate') return isEffective && this.merges.hasChanged(deed, this.deletedIds)
    if (command.do === 'rebuild') return this.rebuilds.isComplete(deed)
    if (command.do === 'unbuild') return outcome.unbuilt?.every((id) => this.deletedIds.has(id)) ?? true
    if (isEffective) return true
    if ((command.do === 'undo' || command.do === 'recover') && this.isThere(outcome.rowId)) return true
    if (command.do === 'untap' || (command.do === 'tap' && !this.deletedIds.has(command.id))) {
      return this.taps.isAccountedFor(deed, this.rows.get(`sleep_records/${command.id}`))
    }
    if (command.do === 'recover' || command.do === 'forget') return this.lost.isAccountedFor(deed)
    if (command.do === 'merge') {
      return this.merges.isAccountedFor(
        deed,
        this.deletedIds,
        this.rows.get(`sleep_records/${command.drop.id}`),
      )
    }
    // A deletion beats an edit, and of two deletions only the first has an effect.
    const isBeaten = command.do === 'edit' || command.do === 'delete' || command.do === 'tap'
    return isBeaten && this.deletedIds.has(command.id)
  }

  /** A record that is brought back twice is back once, so the second deed has no effect; it may also be gone again. */
  private isThere(id: string | null): boolean {
    return id !== null && (this.rows.has(`sleep_records/${id}`) || this.deletedIds.has(id))
  }

  /** Changes of a row wait behind a refused one of the same phone, and go with it when it is given up. */
  private fellWithRefused(deed: Deed): boolean {
    const { command, phone } = deed
    const twins =
      command.do === 'merge' || command.do === 'separate' ? [command.keep.id, command.drop.id] : []
    const rowIds = [rowOf(deed), ...twins].filter((id) => id !== null)
    const spoiled = this.deeds.filter((other) => other.phone === phone && isSpoiled(other.command))
    // When nobody saw a spoiled change stored, its row becomes known only when that change is given up.
    const isAnyUnseen = spoiled.some(({ outcome }) => outcome.kind === 'unknown')
    // The server also refuses to bring back a record that somebody has deleted again meanwhile.
    const late = this.deeds.filter(
      (other) => other.phone === phone && BRINGING_BACK.has(other.command.do) && !this.effective.has(other),
    )
    return rowIds.some(
      (id) =>
        spoiled.map(rowOf).includes(id) ||
        (isGivenUp(this.givenUp, phone, id) && (isAnyUnseen || late.map(rowOf).includes(id))),
    )
  }

  private deedBehind({ table, kind, rowId, row }: Effect): Deed | undefined {
    if (row === null) {
      // A deletion that found nothing any more did nothing, because a merge had taken the row before.
      const deletes = this.deeds.filter(
        ({ command, outcome }) =>
          command.do === 'delete' &&
          command.id === rowId &&
          (outcome.kind === 'stored' || outcome.kind === 'unknown'),
      )
      // Two phones may both have deleted the row; which of them was first shows nowhere and matters to nobody.
      return deletes.find(({ outcome }) => outcome.kind === 'stored') ?? deletes[0]
    }
    const mark = markIn(table, row)
    return this.deeds.find((deed) => deed.mark === mark && targets(deed, table, kind, rowId))
  }
}

/** Each of these deeds has one effect, or several of one kind. */
const SIMPLE: ReadonlySet<Command['do']> = new Set(['tap', 'untap', 'rebuild'])
const BRINGING_BACK: ReadonlySet<Command['do']> = new Set(['undo', 'recover'])
const INSERTING: ReadonlySet<Command['do']> = new Set(['add', 'start', 'undo', 'recover', 'separate'])

function targets({ command }: Deed, table: Effect['table'], kind: Effect['kind'], rowId: string): boolean {
  if (table === 'baby_info') return command.do === 'baby'
  if (table === 'sleep_plans') return command.do === 'plan'
  if (kind === 'INSERT') return INSERTING.has(command.do)
  return command.do === 'edit' && command.id === rowId
}

function isOneOf(command: Command, id: string): boolean {
  return command.do === 'unbuild' && command.ids.includes(id)
}

/** What an edit or a tap changed of its record. */
function patchIn({ command, outcome }: Deed): Partial<RecordDraft> {
  if (command.do === 'edit') return command.patch
  return { taps: outcome.kind === 'stored' && outcome.tapped ? [outcome.tapped] : [] }
}

/** Reads the number of the change that wrote this row last from the field that carries it. */
export function markIn(table: Effect['table'], row: Row): number {
  if (table === 'baby_info') return Number(/\d+$/.exec(String(row.name))?.[0])
  if (table === 'sleep_plans') return Number.parseInt(String(row.first_wake_window), 10)
  const [hours, minutes] = String(row.time ?? row.start_time)
    .split(':')
    .map(Number)
  return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN)
}
