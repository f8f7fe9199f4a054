import { type Tap, type TapKind, withTapChange } from '../../core/records/taps.ts'
import type { LocalTime } from '../../core/time/time.ts'
import { newId } from '../device/new-id.ts'
import { changeRecord } from './changes.ts'
import { type StoredEdit, takenBack, tapEdit, type Uncounted } from './record-changes.ts'

/** One more waking, feeding or diaper change of a sleep. It adds up with what other phones tap. */
export async function addTap(recordId: string, kind: TapKind, time: LocalTime): Promise<Tap> {
  return (await updateWithTap(recordId, {}, kind, time)).tap
}

/** Takes a tap back, whichever phone made it; nothing happens when it is gone already. */
export async function removeTap(recordId: string, tap: Tap): Promise<void> {
  await changeRecord(recordId, (record) => tapEdit(record, { tap, undone: true }))
}

/** What was stored as one change: a tap, and an edit beside it; null: the record was gone already. */
interface StoredWithTap {
  edit: StoredEdit | null
  tap: Tap
}

/** Adds a tap and edits its record in one change. */
export async function updateWithTap(
  recordId: string,
  patch: Uncounted,
  kind: TapKind,
  time: LocalTime,
): Promise<StoredWithTap> {
  const tap: Tap = { id: newId(), kind, time }
  const stored = await changeRecord(recordId, (record) => tapEdit(record, { tap }, patch))
  // The tap is taken back by itself, whatever was counted since.
  return { tap, edit: stored && { ...stored, before: withTapChange(stored.before, { tap }) } }
}

/** Undo of `updateWithTap`, in one change too. Answers as `takeBack` does. */
export async function takeBackWithTap({ edit, tap }: StoredWithTap): Promise<StoredEdit | null> {
  if (edit === null) return null
  return changeRecord(edit.after.id, (record) =>
    tapEdit(record, { tap, undone: true }, takenBack(edit, record)),
  )
}
