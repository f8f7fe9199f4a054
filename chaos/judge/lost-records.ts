import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { View } from '../program/commands.ts'
import { canonical } from './canonical.ts'
import type { Deed } from './history.ts'
import type { Verdict } from './verdict.ts'

/**
 * A deletion beats an edit. The phone whose edit was beaten says so until its carer has answered, and «Recuperar»
 * brings the record back once.
 */
export class LostRecords {
  private readonly deeds: readonly Deed[]
  private readonly verdict: Verdict
  private readonly recovered = new Set<string>()

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.deeds = deeds
    this.verdict = verdict
  }

  /** Notes that a recovery took effect. */
  take(deed: Deed): void {
    const key = keyOf(deed)
    if (key === null) return
    if (this.recovered.has(key)) this.verdict.doubled.push(`recuperado dos veces: ${key}`)
    this.recovered.add(key)
  }

  /** A second tap on «Recuperar» rightly does nothing, nor does one after the carer has said that it may stay lost. */
  isAccountedFor(deed: Deed): boolean {
    const key = keyOf(deed)
    if (key === null || deed.command.do === 'forget') return true
    if (this.recovered.has(key)) return true
    return this.deeds.some((other) => other.command.do === 'forget' && keyOf(other) === key)
  }

  /** @param beaten holds the edits that had no effect because their record was deleted. */
  judge(beaten: readonly Deed[], views: readonly PhoneView[], deletedIds: ReadonlySet<string>): void {
    for (const { name, view } of views) {
      const wrong = view.lost.filter(({ id }) => !deletedIds.has(id))
      this.verdict.broken.push(...wrong.map(({ id }) => `${name} dice que ${id} se borró`))
    }
    for (const deed of beaten) this.judgeBeaten(deed, views)
  }

  private judgeBeaten({ command, phone, mark, outcome }: Deed, views: readonly PhoneView[]): void {
    if ((command.do !== 'edit' && command.do !== 'tap') || outcome.kind !== 'stored') return
    const { id } = command
    const own = this.deeds.filter((deed) => deed.phone === phone)
    // A phone whose carer wanted the record gone too tells nothing.
    if (own.some((other) => wantedGone(other, id))) return
    // When the import that brought the record in on this phone was refused, all that followed on it was given up too.
    if (own.some((other) => brought(other, id))) return
    // What one tap counted and the next took back leaves nothing that could be missed.
    if (own.some((other) => takesBack(other, outcome.tapped?.id))) return
    const told = [
      ...views.flatMap(({ view, phone: number }) => (number === phone ? view.lost : [])),
      ...own.flatMap((other) => answered(other) ?? []),
    ].filter((record) => record.id === id)
    const [record] = told
    const words = `#${mark} del móvil ${phone} en ${id}`
    if (record === undefined)
      return void this.verdict.lost.push(`vencido por un borrado sin decirlo: ${words}`)
    const isOnly = own.filter((other) => concerns(other, id)).length === 1
    const isSaid =
      command.do === 'tap'
        ? record.taps.some((tap) => tap.id === outcome.tapped?.id)
        : canonical({ ...record, ...command.patch, time: record.time }) === canonical(record)
    if (isOnly && !isSaid) {
      this.verdict.lost.push(`falta en lo que se ofrece recuperar: ${words}`)
    }
  }
}

export interface PhoneView {
  name: string
  phone: number
  view: Pick<View, 'lost'>
}

/** Returns the record that was offered for recovery, as it was. */
function answered({ command }: Deed): SleepRecord | null {
  return command.do === 'recover' || command.do === 'forget' ? command.record : null
}

function keyOf(deed: Deed): string | null {
  const record = answered(deed)
  return record === null ? null : `${record.id} del móvil ${deed.phone}`
}

function wantedGone({ command }: Deed, id: string): boolean {
  if (command.do === 'unbuild') return command.ids.includes(id)
  return (command.do === 'delete' && command.id === id) || (command.do === 'merge' && command.drop.id === id)
}

function takesBack({ command, outcome }: Deed, tapId: string | undefined): boolean {
  return command.do === 'untap' && command.tap.id === tapId && outcome.kind === 'stored'
}

function brought({ outcome }: Deed, id: string): boolean {
  return outcome.kind === 'stored' && (outcome.imported?.added.some((record) => record.id === id) ?? false)
}

function concerns({ command }: Deed, id: string): boolean {
  if (command.do === 'merge' || command.do === 'separate') return command.keep.id === id
  return (command.do === 'edit' || command.do === 'tap' || command.do === 'untap') && command.id === id
}
