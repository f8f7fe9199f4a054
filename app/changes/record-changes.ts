import type { SleepRecord } from '../../core/records/sleep-record.ts'
import {
  addTapTo,
  TAP_KINDS,
  TAP_LIMITS,
  type TapChange,
  type TapKind,
  withTapChange,
  withTapsCounted,
} from '../../core/records/taps.ts'
import { surplusTaps } from '../../core/records/taps-in-order.ts'
import { type Change, changedFields } from '../local/outbox.ts'

type Fields = Partial<Omit<SleepRecord, 'id' | 'user_id'>>
/** Fields that no tap counts. */
export type Uncounted = Omit<Fields, TapKind | 'taps'>
type RecordChange = Change<'sleep_records'>

/** The changes that an edit of a record consists of, only of fields that differ, and the record after it. */
export interface RecordEdit {
  changes: RecordChange[]
  edited: SleepRecord
}

/** An edit that was stored: the record as this phone knew it, and as it is since. */
export interface StoredEdit {
  before: SleepRecord
  after: SleepRecord
}

const WHEN = ['date', 'start_time', 'time', 'end_time'] as const
const OF_THEIR_OWN = ['type', 'quality', 'disturbances'] as const

/**
 * The fields that undo an edit: those it changed, as they were before, and none that was changed elsewhere since, as
 * `present` shows. The times come back only together, or a nap could begin after its end, and with them what the sleep
 * is, where one edit told both. The minutes follow from them: other minutes of the same times are the server's, and
 * nobody's change.
 */
export function takenBack({ before, after }: StoredEdit, present: SleepRecord): Fields {
  const fields = changedFields(after, before)
  const since = changedFields(after, present)
  const counts = TAP_KINDS.filter((kind) => kind in since && isOnlyTyped(kind, after, present))
  const isMoved = (by: Fields) => WHEN.some((field) => field in by)
  const times = isMoved(fields) ? ([...WHEN, 'duration', 'type'] as const) : []
  const staying = [
    ...OF_THEIR_OWN.filter((field) => field in since),
    ...counts,
    ...(isMoved(since) ? times : []),
  ]
  for (const field of staying) delete fields[field]
  const takenAway = before.taps.filter(({ id }) => after.taps.every((tap) => tap.id !== id))
  if (fields.taps) fields.taps = takenAway.filter(({ kind }) => !counts.includes(kind))
  return fields
}

/** What an edit changed and its undo leaves: somebody else has set it since, or a time that goes with it. */
export function leftBy({ before, after }: StoredEdit, present: SleepRecord) {
  const fields = changedFields(after, before)
  const back = takenBack({ before, after }, present)
  const others = changedFields(before, present)
  return ([...WHEN, ...OF_THEIR_OWN, ...TAP_KINDS] as const).filter(
    (field) => field in fields && field in others && !(field in back),
  )
}

/**
 * The edit that makes `record` as `patch` says. Taps are changed one by one, because another phone may be adding some:
 * taps of the patch that the record lacks are added, and a count that is lower than its taps takes the last of them
 * away. Where a record has taps, or had when it was `shown`, the carer's step from the count of then is applied to the
 * count that is known now, so that what was tapped elsewhere meanwhile stays counted, and what was taken back doesn't.
 */
export function recordEdit(record: SleepRecord, patch: Fields, shown: Fields = record): RecordEdit {
  const { taps = [], ...fields } = patch
  const counts = movedCounts(record, patch, shown)
  const missing = taps.filter(({ id }) => record.taps.every((tap) => tap.id !== id))
  const added = withTapChanges(
    record,
    missing.map((tap) => ({ tap })),
  )
  const surplus = TAP_KINDS.flatMap((kind) =>
    surplusTaps(added.edited, kind, counts[kind] ?? TAP_LIMITS[kind]),
  )
  const left = withTapChanges(
    added.edited,
    surplus.map((tap) => ({ tap, undone: true })),
  )
  const changes = [...added.changes, ...left.changes]
  return withPatch({ changes, edited: left.edited }, { ...fields, ...counts })
}

/** The edit that changes a tap of `record`, and other fields with it: one change, of which nobody sees a part. */
export function tapEdit(record: SleepRecord, tap: TapChange, patch: Uncounted = {}): RecordEdit {
  const body = changedFields<Uncounted>(record, patch)
  return {
    changes: [{ ...patchOf(record.id, body), tap }],
    edited: { ...withTapChange(record, tap), ...body },
  }
}

/**
 * The edit that undoes a merge in the entry that stayed: the taps that it got from the other one go, and its fields
 * come back as from any edit. The counts take none of its own taps away, and a tap of the other one that was taken back
 * since lowers none of them.
 */
export function separation({ before, after }: StoredEdit, present: SleepRecord): RecordEdit {
  const got = after.taps.filter(({ id }) => before.taps.every((tap) => tap.id !== id))
  const left = withTapChanges(
    present,
    got.map((tap) => ({ tap, counted: true, undone: true })),
  )
  const whole = got.reduce<SleepRecord>(addTapTo, present)
  const { taps: _taps, ...fields } = takenBack({ before, after }, whole)
  const counts = movedCounts(whole, fields, after)
  return withPatch(left, withTapsCounted({ ...whole, taps: left.edited.taps, ...fields, ...counts }))
}

function withPatch({ changes, edited }: RecordEdit, fields: Fields): RecordEdit {
  const body = changedFields<SleepRecord>(edited, fields)
  const patches = Object.keys(body).length === 0 ? [] : [patchOf(edited.id, body)]
  return { changes: [...changes, ...patches], edited: { ...edited, ...body } }
}

function withTapChanges(record: SleepRecord, taps: readonly TapChange[]): RecordEdit {
  return {
    changes: taps.map((tap) => ({ ...patchOf(record.id, {}), tap })),
    edited: taps.reduce(withTapChange, record),
  }
}

function patchOf(rowId: string, body: Fields): RecordChange & { kind: 'patch' } {
  return { kind: 'patch', table: 'sleep_records', rowId, body }
}

/** The counts of `patch`, each moved over what was tapped, or taken back, since the `shown` one. */
function movedCounts(record: SleepRecord, patch: Fields, shown: Fields): Partial<Record<TapKind, number>> {
  const counts: Partial<Record<TapKind, number>> = {}
  for (const kind of TAP_KINDS) {
    const count = patch[kind]
    if (count === undefined) continue
    const moved = record[kind] + count - (shown[kind] ?? record[kind])
    const within = Math.min(Math.max(moved, 0), TAP_LIMITS[kind])
    counts[kind] = isOnlyTyped(kind, record, shown) ? count : within
  }
  return counts
}

/** Whether none of the records has a tap of the kind: their counts were typed, and the last one holds. */
function isOnlyTyped(kind: TapKind, ...records: readonly Pick<Fields, 'taps'>[]): boolean {
  return records.every(({ taps = [] }) => taps.every((tap) => tap.kind !== kind))
}
