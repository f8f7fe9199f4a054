import type { SleepRecord } from '../core/sleep-record.ts'
import { canonical } from './canonical.ts'
import type { View } from './commands.ts'
import type { Deed } from './history.ts'
import type { Verdict } from './verdict.ts'

/** Delete beats edit, and the phone whose edit was beaten says so until its carer has answered: «Recuperar», once. */
export class LostRecords {
  private readonly deeds: readonly Deed[]
  private readonly verdict: Verdict
  private readonly recovered = new Set<string>()

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.deeds = deeds
    this.verdict = verdict
  }

  /** A recovery took effect. */
  take(deed: Deed): void {
    const key = keyOf(deed)
    if (key === null) return
    if (this.recovered.has(key)) this.verdict.doubled.push(`recovered twice: ${key}`)
    this.recovered.add(key)
  }

  /** A second tap does nothing, nor does one after the carer has said that it may stay lost. */
  isAccountedFor(deed: Deed): boolean {
    const key = keyOf(deed)
    if (key === null || deed.command.do === 'forget') return true
    if (this.recovered.has(key)) return true
    return this.deeds.some((other) => other.command.do === 'forget' && keyOf(other) === key)
  }

  /** @param beaten edits that had no effect because their record was deleted. */
  judge(beaten: readonly Deed[], views: readonly PhoneView[], deletedIds: ReadonlySet<string>): void {
    for (const { name, view } of views) {
      const wrong = view.lost.filter(({ id }) => !deletedIds.has(id))
      this.verdict.broken.push(...wrong.map(({ id }) => `${name} says that ${id} was deleted`))
    }
    for (const deed of beaten) this.judgeBeaten(deed, views)
  }

  private judgeBeaten({ command, phone, mark, outcome }: Deed, views: readonly PhoneView[]): void {
    if (command.do !== 'edit' || outcome.kind !== 'stored') return
    const { id, patch } = command
    const own = this.deeds.filter((deed) => deed.phone === phone)
    // Who wanted it gone too is told nothing.
    if (own.some((other) => wantedGone(other, id))) return
    // The import that brought it in here was refused, and given up with all that followed on it.
    if (own.some((other) => brought(other, id))) return
    const told = [
      ...views.flatMap(({ view, phone: number }) => (number === phone ? view.lost : [])),
      ...own.flatMap((other) => answered(other) ?? []),
    ].filter((record) => record.id === id)
    const [record] = told
    const words = `#${mark} of phone ${phone} on ${id}`
    if (record === undefined) return void this.verdict.lost.push(`beaten without a word: ${words}`)
    const isOnly = own.filter((other) => concerns(other, id)).length === 1
    const kept = { ...record, ...patch, time: record.time }
    if (isOnly && canonical(kept) !== canonical(record)) {
      this.verdict.lost.push(`not in what is offered for recovery: ${words}`)
    }
  }
}

export interface PhoneView {
  name: string
  phone: number
  view: Pick<View, 'lost'>
}

/** The record that was offered, as it was. */
function answered({ command }: Deed): SleepRecord | null {
  return command.do === 'recover' || command.do === 'forget' ? command.record : null
}

function keyOf(deed: Deed): string | null {
  const record = answered(deed)
  return record === null ? null : `${record.id} of phone ${deed.phone}`
}

function wantedGone({ command }: Deed, id: string): boolean {
  return (command.do === 'delete' && command.id === id) || (command.do === 'merge' && command.drop.id === id)
}

function brought({ outcome }: Deed, id: string): boolean {
  return outcome.kind === 'stored' && (outcome.imported?.added.some((record) => record.id === id) ?? false)
}

function concerns({ command }: Deed, id: string): boolean {
  if (command.do === 'merge' || command.do === 'separate') return command.keep.id === id
  return command.do === 'edit' && command.id === id
}
