import { identityOf } from '../../core/records/duplicates.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { type TapChange, withTapChange } from '../../core/records/taps.ts'
import { areTwins, isHeldBy, lackedBy } from '../../core/records/twins.ts'
import type { TimeZone } from '../../core/time/time.ts'
import { idAfterDeletion } from '../data-files/derived-id.ts'
import { type Change, sameRow } from './outbox.ts'

/*
 * The server never takes a deleted id again, so a record whose deletion is undone gets a new id. It is derived from the
 * old one: every phone recognises the record, and when two phones bring it back, it is there once.
 */

/** What the carer changed of a record that was deleted elsewhere. */
export interface OwnEdit {
  fields: readonly (keyof SleepRecord)[]
  taps: readonly TapChange[]
}

type Find = (id: string) => SleepRecord | null | undefined
type RecordChange = Change<'sleep_records'>

/** How many times a record may be deleted and brought back and still be recognised. */
const MOST_TURNS = 8

/** The id under which the deleted record `id` comes back: the first of those derived from it that wasn't deleted. */
export function freeIdAfter(id: string, isGone: (id: string) => boolean): string {
  const next = idAfterDeletion(id)
  return isGone(next) ? freeIdAfter(next, isGone) : next
}

/** The record under which the deleted record `id` is there again; null when this phone knows of none. */
export function restoredAs(id: string, find: Find): SleepRecord | null {
  let next = id
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    next = idAfterDeletion(next)
    const record = find(next) ?? null
    if (record !== null) return record
  }
  return null
}

/** Whether `other` is the same sleep or wake-up as the lost record and says all that it said. */
export function saysAll(lost: SleepRecord, other: SleepRecord, zone: TimeZone): boolean {
  return lost.type === 'despertar' ? identityOf(lost) === identityOf(other) : isHeldBy(lost, other, zone)
}

/**
 * The changes that give `back`, the record that came back, what this phone's carer had noted in `lost`; none when it
 * says all of that. Where `own` is undefined, nobody knows which part was noted here: the two are merged, so that
 * nothing that `back` says is overwritten.
 */
export function lackingIn(
  back: SleepRecord,
  lost: SleepRecord,
  own: OwnEdit | undefined,
  zone: TimeZone,
): RecordChange[] {
  const changes = own === undefined ? mergedInto(back, lost, zone) : ownChanges(back.id, lost, own)
  let after = back
  for (const { body, ...change } of changes) {
    after = 'tap' in change && change.tap ? withTapChange(after, change.tap) : { ...after, ...body }
  }
  return sameRow(back, after) ? [] : changes
}

/** The carer's own edit, as changes of the row `rowId`. Counts that were typed come after the taps and so win. */
export function ownChanges(rowId: string, lost: SleepRecord, { fields, taps }: OwnEdit): RecordChange[] {
  const body = Object.fromEntries(fields.map((field) => [field, lost[field]]))
  return [
    ...taps.map((tap): RecordChange => ({ kind: 'patch', table: 'sleep_records', rowId, body: {}, tap })),
    ...(fields.length === 0 ? [] : [{ kind: 'patch', table: 'sleep_records', rowId, body } as const]),
  ]
}

function mergedInto(back: SleepRecord, lost: SleepRecord, zone: TimeZone): RecordChange[] {
  if (!areTwins(back, lost, zone)) return []
  const { taps, ...merged } = lackedBy(back, lost, zone)
  // Object.keys loses the key type; these keys come from a record.
  const fields = Object.keys(merged) as (keyof typeof merged)[]
  const known = new Set(back.taps.map(({ id }) => id))
  const lacking = (taps ?? []).filter(({ id }) => !known.has(id))
  return ownChanges(
    back.id,
    { ...lost, ...merged },
    { fields, taps: lacking.map((tap) => ({ tap, counted: true })) },
  )
}

/** The fields and taps that the patches among the changes of one record touch; undefined without a patch. */
export function ownEditOf(changes: readonly RecordChange[]): OwnEdit | undefined {
  const patches = changes.filter((change) => change.kind === 'patch')
  if (patches.length === 0) return undefined
  // Object.keys loses the key type; these keys come from a record.
  const fields = patches.flatMap(({ body }) => Object.keys(body) as (keyof SleepRecord)[])
  return { fields: [...new Set(fields)], taps: inSum(patches.flatMap(({ tap }) => tap ?? [])) }
}

/** The last change of each tap, without the taps that were added and taken back in between. */
function inSum(taps: readonly TapChange[]): TapChange[] {
  return taps.filter(({ tap, undone }, index) => {
    const same = taps.filter((other) => other.tap.id === tap.id)
    const isLast = taps.findLastIndex((other) => other.tap.id === tap.id) === index
    return isLast && same[0]?.undone === undone
  })
}

export function bothEdits(before: OwnEdit | undefined, after: OwnEdit): OwnEdit {
  if (before === undefined) return after
  return {
    fields: [...new Set([...before.fields, ...after.fields])],
    taps: inSum([...before.taps, ...after.taps]),
  }
}
