import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { addRecord } from '../../changes/changes.ts'
import { addTap, removeTap } from '../../changes/taps.ts'
import { beginForm, detailsOf, formOf, recordOf } from '../../forms/sleep-form-state.ts'
import { store } from '../../local/phone-store.ts'
import { withOwnStore } from '../../testing/own-store.ts'
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
  it.each([
    ['a sleep that was over', '14:00'],
    ['a sleep that ran', ''],
  ])('of %s moves by that step, though the tap that it showed was taken back meanwhile', async (_of, end) => {
    const { id } = await addRecord(recordOf({ ...empty, start: '13:00', end }, MADRID))
    const tap = await addTap(id, 'wake_ups', '13:30')
    const shown = await known(id)
    await removeTap(id, tap)
    const begun = formOf(shown)
    const form = { ...begun, end: '14:00', wakeUps: 2 }
    // A form of a sleep that was over draws no news; one of a sleep that ran goes on from those that it has drawn.
    const stored = end === '' ? shown : await known(id)
    const target = { kind: 'edit', record: shown } as const
    await storeForm({ target, form, begun, stored, noted: {}, isToldWhole: false }, MADRID)
    expect(await known(id)).toMatchObject({ end_time: '14:00', wake_ups: 1, taps: [] })
  })

  it('is stored once where a note of it is still in its turn when the sleep is saved', async () => {
    const { id } = await addRecord(recordOf({ ...empty, start: '13:00' }, MADRID))
    await addTap(id, 'wake_ups', '13:30')
    const shown = await known(id)
    const begun = formOf(shown)
    const one = { ...begun, wakeUps: 2 }
    const form = { ...one, wakeUps: 3, end: '14:00' }
    const target = { kind: 'edit', record: shown } as const
    const notes = notesInTurn()
    const { db } = await store.replica()
    const append = db.append.bind(db)
    const asked = new Promise<void>((resolve) => {
      vi.spyOn(db, 'append').mockImplementationOnce((...given) => {
        resolve()
        return append(...given)
      })
    })
    notes.add(id, { wake_ups: 2 }, shown)
    notes.add(id, { wake_ups: 3 }, { ...detailsOf(one, MADRID), taps: shown.taps })
    await asked
    const noted = notes.of(id)
    await storeForm({ target, form, begun, stored: shown, noted, isToldWhole: false }, MADRID)
    expect(await notes.keep(shown.id, () => ({ shown, details: detailsOf(form, MADRID) }))).toBe(true)
    expect(await known(id)).toMatchObject({ end_time: '14:00', wake_ups: 3 })
  })
})
