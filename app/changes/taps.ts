import type { Tap, TapChange, TapKind } from '../../core/records/taps.ts'
import type { LocalTime } from '../../core/time/time.ts'
import { newId } from '../device/new-id.ts'
import { changeRecord } from './changes.ts'
import { withTapChanges } from './record-changes.ts'

/** One more waking, feeding or diaper change of a sleep. It adds up with what other phones tap. */
export async function addTap(recordId: string, kind: TapKind, time: LocalTime): Promise<Tap> {
  const tap: Tap = { id: newId(), kind, time }
  await changeTap(recordId, { tap })
  return tap
}

/** Takes a tap back, whichever phone made it; nothing happens when it is gone already. */
export async function removeTap(recordId: string, tap: Tap): Promise<void> {
  await changeTap(recordId, { tap, undone: true })
}

async function changeTap(recordId: string, change: TapChange): Promise<void> {
  await changeRecord(recordId, (record) => withTapChanges(record, [change]))
}
