import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import type { SleepRecord } from '../../../../core/records/sleep-record.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import { addRecord, updateRecord } from '../../../changes/changes.ts'
import type { StoredEdit } from '../../../changes/record-changes.ts'
import { addTap, removeTap } from '../../../changes/taps.ts'
import { beginForm, detailsOf, formOf, recordOf } from '../../../forms/sleep-form-state.ts'
import { store } from '../../../local/phone-store.ts'
import { withOwnStore } from '../../../testing/own-store.ts'
import { notesInTurn } from './notes-in-turn.ts'
import { storeForm } from './store-form.ts'

const empty = beginForm({ kind: 'new', date: '2025-08-10' }, 0, MADRID)

withOwnStore()

async function known(id: string): Promise<SleepRecord> {
  const record = (await store.replica()).cache.recordsById.get(id)
  if (record === undefined) throw new Error(`The record ${id} is not there.`)
  return record
}

describe('a count that the carer moves in the form', () => {
  it('moves by that step, though the tap that it showed was taken back meanwhile', async () => {
    const { id } = await addRecord(recordOf({ ...empty, start: '13:00', end: '14:00' }, MADRID))
    const tap = await addTap(id, 'wake_ups', '13:30')
    const shown = await known(id)
    await removeTap(id, tap)
    const begun = formOf(shown)
    const form = { ...begun, wakeUps: 2 }
    const target = { kind: 'edit', record: shown } as const
    // The form of a sleep that was over draws no news.
    const stored = await known(id)
    await storeForm({ target, form, begun, stored, isToldWhole: false, earlier: null }, MADRID)
    expect(await known(id)).toMatchObject({ wake_ups: 1, taps: [] })
  })

  it('is stored once where a note of it is still in its turn when the sleep is saved', async () => {
    const { id } = await addRecord(recordOf({ ...empty, start: '13:00' }, MADRID))
    await addTap(id, 'wake_ups', '13:30')
    const shown = await known(id)
    const begun = formOf(shown)
    const one = { ...begun, wakeUps: 2 }
    const form = { ...one, wakeUps: 3, end: '14:00' }
    const target = { kind: 'edit', record: shown } as const
    const notes = notesInTurn(begun, (turn) => turn, vi.fn())
    const { db } = await store.replica()
    const append = db.append.bind(db)
    const asked = new Promise<void>((resolve) => {
      vi.spyOn(db, 'append').mockImplementationOnce((...given) => {
        resolve()
        return append(...given)
      })
    })
    notes.add(id, shown, detailsOf(one, MADRID))
    notes.add(id, detailsOf(one, MADRID), detailsOf(form, MADRID))
    await asked
    await storeForm({ target, form, begun, stored: shown, isToldWhole: false, earlier: null }, MADRID)
    expect(await notes.keep(shown.id)).toBe(true)
    expect(await known(id)).toMatchObject({ end_time: '14:00', wake_ups: 3 })
  })
})

it('a sleep that is saved once more, for a note that the phone refused, runs again with one undo', async () => {
  const { id } = await addRecord(recordOf({ ...empty, start: '13:00' }, MADRID))
  const begun = formOf(await known(id))
  const target = { kind: 'edit', record: await known(id) } as const
  const save = async (end: string, earlier: StoredEdit | null) => {
    const form = { ...begun, end }
    const asked = { target, form, begun, stored: await known(id), isToldWhole: false, earlier }
    return storeForm(asked, MADRID)
  }
  const first = await save('14:00', null)
  await updateRecord(id, { quality: 'mala' })
  const again = await save('14:05', first.edit)
  again.action.run()
  await expect.poll(() => known(id)).toMatchObject({ end_time: null, duration: null, quality: 'mala' })
  const other = await addRecord(recordOf({ ...empty, start: '15:00' }, MADRID))
  const form = { ...formOf(other), end: '15:30' }
  const asked = { target, form, begun: formOf(other), stored: other, isToldWhole: false }
  const next = await storeForm({ ...asked, earlier: first.edit }, MADRID)
  expect(next.edit?.before).toMatchObject({ id: other.id, end_time: null })
})
