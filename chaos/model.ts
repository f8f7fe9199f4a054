import type { RecordDraft } from '../app/data/changes.ts'
import { parseRow } from '../app/data/rows.ts'
import { BLANK_RECORD } from '../core/sleep-record.ts'
import { isHeldBy } from '../core/twins.ts'
import { canonical } from './canonical.ts'
import type { Command } from './commands.ts'
import { describe, type Effect, type Row } from './effect-log.ts'
import { type Deed, inWords, rowOf } from './history.ts'
import { Imports } from './imports.ts'
import { isSpoiled } from './intents.ts'
import { LostRecords, type PhoneView } from './lost-records.ts'
import { Merges } from './merges.ts'
import { withDuration } from './row-duration.ts'
import type { Verdict } from './verdict.ts'

/** The rows as they must be, by what each effect's own change said. */
export class Model {
  /** Deeds as they took effect. */
  readonly inOrderOfEffect: Deed[] = []
  private readonly deeds: readonly Deed[]
  private readonly verdict: Verdict
  private readonly givenUp: ReadonlySet<string>
  private readonly rows = new Map<string, Row>()
  private readonly deletedIds = new Set<string>()
  /** As they were when they went. */
  private readonly deletedRows = new Map<string, Row>()
  private readonly effective = new Set<Deed>()
  private readonly seenOps = new Set<string>()
  private readonly merges: Merges
  private readonly imports: Imports
  private readonly lost: LostRecords

  /** @param givenUp ids of rows whose refused changes were given up. */
  constructor(deeds: readonly Deed[], verdict: Verdict, givenUp: ReadonlySet<string>) {
    this.deeds = deeds
    this.givenUp = givenUp
    this.verdict = verdict
    this.merges = new Merges(deeds, verdict)
    this.imports = new Imports(deeds, verdict)
    this.lost = new LostRecords(deeds, verdict)
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
    if (kind === 'INSERT' && row !== null && this.takeImported(effect)) return void this.rows.set(key, row)
    const deed = this.deedBehind(effect)
    if ((deed === undefined || this.effective.has(deed)) && this.merges.take(effect, this.rows.get(key))) {
      return void (row === null ? this.drop(key, rowId) : this.rows.set(key, row))
    }
    if (deed === undefined) return void this.verdict.doubled.push(`unasked ${describe(effect)}`)
    if (this.effective.has(deed)) return void this.verdict.doubled.push(`twice ${inWords(deed)}`)
    this.effective.add(deed)
    this.lost.take(deed)
    this.inOrderOfEffect.push(deed)
    if (row === null) {
      this.drop(key, rowId)
      return
    }
    const expected = expectedRow(deed, this.rows.get(key) ?? null, row)
    if (canonical(expected) !== canonical(row)) {
      this.verdict.differing.push(`${inWords(deed)} made ${canonical(row)} instead of ${canonical(expected)}`)
    }
    this.rows.set(key, row)
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
        (command.do === 'delete' && command.id === id) || (command.do === 'merge' && command.drop.id === id),
    )
  }

  judgeLost(views: readonly PhoneView[]): void {
    const beaten = this.deeds.filter((deed) => {
      const { command, outcome } = deed
      if (command.do !== 'edit' || outcome.kind !== 'stored' || isSpoiled(command)) return false
      const isChange = outcome.unchanged.length < Object.keys(command.patch).length
      return (
        isChange &&
        this.deletedIds.has(command.id) &&
        !this.effective.has(deed) &&
        !this.fellWithRefused(deed) &&
        !this.isHeldByTwin(command.id, command.patch)
      )
    })
    this.lost.judge(beaten, views, this.deletedIds)
  }

  /** Nobody is told of a record that went when another of the same sleep says all it said. */
  private isHeldByTwin(id: string, patch: Partial<RecordDraft>): boolean {
    const record = parseRow('sleep_records', { ...this.deletedRows.get(id), ...patch })
    if (record === null) return false
    return [...this.rows.values(), ...this.deletedRows.values()]
      .flatMap((row) => parseRow('sleep_records', row) ?? [])
      .some((other) => other.id !== id && isHeldBy(record, other))
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
    if (command.do === 'import') return this.imports.isAccountedFor(deed, this.deletedIds)
    if (isSpoiled(command) || this.fellWithRefused(deed)) return true
    if (command.do === 'separate') return isEffective && this.merges.hasChanged(deed, this.deletedIds)
    if (isEffective) return true
    if (command.do === 'recover' || command.do === 'forget') return this.lost.isAccountedFor(deed)
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
    const others =
      command.do === 'merge' ? command.drop.id : command.do === 'separate' ? command.keep.id : null
    const rowIds = [rowOf(deed), others].filter((id) => id !== null)
    const spoiled = this.deeds.filter((other) => other.phone === phone && isSpoiled(other.command))
    // Of one that nobody saw stored, the row shows only when it is given up.
    const isAnyUnseen = spoiled.some(({ outcome }) => outcome.kind === 'unknown')
    return rowIds.some((id) => spoiled.map(rowOf).includes(id) || (isAnyUnseen && this.givenUp.has(id)))
  }

  private deedBehind({ table, kind, rowId, row }: Effect): Deed | undefined {
    if (row === null) {
      // One that found nothing to delete any more did nothing: a merge took the row before.
      const deletes = this.deeds.filter(
        ({ command, outcome }) =>
          command.do === 'delete' &&
          command.id === rowId &&
          (outcome.kind === 'stored' || outcome.kind === 'unknown'),
      )
      // Two phones may both have; which of them it was shows nowhere and matters to nobody.
      return deletes.find(({ outcome }) => outcome.kind === 'stored') ?? deletes[0]
    }
    const mark = markIn(table, row)
    return this.deeds.find((deed) => deed.mark === mark && targets(deed, table, kind, rowId))
  }
}

const INSERTING: ReadonlySet<Command['do']> = new Set(['add', 'start', 'undo', 'recover', 'separate'])

function targets({ command }: Deed, table: Effect['table'], kind: Effect['kind'], rowId: string): boolean {
  if (table === 'baby_info') return command.do === 'baby'
  if (table === 'sleep_plans') return command.do === 'plan'
  if (kind === 'INSERT') return INSERTING.has(command.do)
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
  if (command.do === 'undo' || command.do === 'recover') return { ...command.record, id, user_id }
  if (command.do === 'separate') return { ...command.drop, id, user_id }
  if (command.do === 'start') return { ...BLANK_RECORD, ...command.draft, id, user_id }
  const fields = Object.entries('patch' in command ? command.patch : {}).filter(([field, value]) => {
    if (outcome.kind === 'stored') return !outcome.unchanged.includes(field)
    // Nobody could see what the page showed before; either value is right.
    return canonical(actual[field]) === canonical(value)
  })
  return withDuration(before, { ...before, ...Object.fromEntries(fields), id })
}
