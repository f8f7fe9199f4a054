import type { SleepRecord } from '../../core/records/sleep-record.ts'
import {
  leastCount,
  TAP_KINDS,
  TAP_LIMITS,
  type TapChange,
  type TapKind,
  withTapChange,
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
  const counts = TAP_KINDS.filter((kind) => kind in since && hasNoTaps(present, kind))
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
 * away. Where a record has taps, the carer's step from the count that was `shown` is applied to the count that is known
 * now, so that what was tapped elsewhere meanwhile stays counted.
 */
export function recordEdit(record: SleepRecord, patch: Fields, shown: Fields = record): RecordEdit {
  const { taps = [], ...fields } = patch
  const counts = TAP_KINDS.flatMap((kind) => {
    const count = patch[kind]
    return count === undefined ? [] : { kind, count: movedCount(record, kind, count, shown[kind]) }
  })
  const missing = taps.filter(({ id }) => record.taps.every((tap) => tap.id !== id))
  const added = withTapChanges(
    record,
    missing.map((tap) => ({ tap })),
  )
  const surplus = counts.flatMap(({ kind, count }) => surplusTaps(added.edited, kind, count))
  const left = withTapChanges(
    added.edited,
    surplus.map((tap) => ({ tap, undone: true })),
  )
  const said = { ...fields, ...Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) }
  const body = changedFields(left.edited, said)
  const patches: RecordChange[] = Object.keys(body).length === 0 ? [] : [patchOf(record.id, body)]
  return {
    changes: [...added.changes, ...left.changes, ...patches],
    edited: { ...left.edited, ...body },
  }
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
 * come back as from any edit. The counts take none of its own taps away.
 */
export function separation({ before, after }: StoredEdit, present: SleepRecord): RecordEdit {
  const got = after.taps.filter(({ id }) => before.taps.every((tap) => tap.id !== id))
  const { changes, edited } = withTapChanges(
    present,
    got.map((tap) => ({ tap, counted: true, undone: true })),
  )
  const { taps: _taps, ...fields } = takenBack({ before, after }, present)
  for (const kind of TAP_KINDS) {
    if (fields[kind] === undefined) continue
    const count = movedCount(present, kind, fields[kind], after[kind])
    fields[kind] = Math.max(count, leastCount(edited.taps, kind))
  }
  const body = changedFields<SleepRecord>(edited, fields)
  const patches = Object.keys(body).length === 0 ? [] : [patchOf(present.id, body)]
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

function movedCount(record: SleepRecord, kind: TapKind, count: number, shown = record[kind]): number {
  if (shown === record[kind] || hasNoTaps(record, kind)) return count
  return Math.min(Math.max(record[kind] + count - shown, 0), TAP_LIMITS[kind])
}

function hasNoTaps({ taps }: SleepRecord, kind: TapKind): boolean {
  return taps.every((tap) => tap.kind !== kind)
}
