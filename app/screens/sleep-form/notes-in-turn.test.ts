import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { addRecord, updateRecord } from '../../changes/changes.ts'
import { addTap } from '../../changes/taps.ts'
import { beginForm, detailsOf, formOf, recordOf, type SleepForm } from '../../forms/sleep-form-state.ts'
import { store } from '../../local/phone-store.ts'
import { withOwnStore } from '../../testing/own-store.ts'
import { notesInTurn } from './notes-in-turn.ts'

const running = { ...beginForm({ kind: 'new', date: '2025-08-10' }, 0, MADRID), start: '13:00' }

withOwnStore()
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

async function known(id: string): Promise<SleepRecord> {
  const record = (await store.replica()).cache.recordsById.get(id)
  if (record === undefined) throw new Error(`The record ${id} is not there.`)
  return record
}

/** The phone refuses to store what the carer made of the form that showed the record. */
async function refused(record: SleepRecord, noted: Partial<SleepForm>) {
  const tell = vi.fn()
  const shown = formOf(record)
  const notes = notesInTurn(shown, tell)
  const form = { ...shown, ...noted }
  const { wake_ups, feedings } = detailsOf(form, MADRID)
  vi.mocked(store.replica).mockRejectedValueOnce(new Error('no room'))
  notes.add(record.id, { wake_ups, feedings }, record)
  await expect.poll(() => console.warn).toHaveBeenCalled()
  return { notes, tell, details: detailsOf(form, MADRID) }
}

describe('what the phone refused to store is tried once more', () => {
  it('without the counts that the carer left, which the partner may have changed', async () => {
    const shown = await addRecord({ ...recordOf(running, MADRID), wake_ups: 2 })
    const { notes, details } = await refused(shown, { feedings: 1 })
    await updateRecord(shown.id, { wake_ups: 4 })
    expect(await notes.keep(shown.id, () => ({ shown, details }))).toBe(true)
    expect(await known(shown.id)).toMatchObject({ wake_ups: 4, feedings: 1 })
  })

  it('as the step that it was, over what was tapped meanwhile', async () => {
    const { id } = await addRecord(recordOf(running, MADRID))
    await addTap(id, 'wake_ups', '13:30')
    const shown = await known(id)
    const { notes, details } = await refused(shown, { wakeUps: 2 })
    await addTap(id, 'wake_ups', '13:40')
    expect(await notes.keep(id, () => ({ shown, details }))).toBe(true)
    expect(await known(id)).toMatchObject({ wake_ups: 3 })
  })

  it('as the form holds it by then', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const { notes, details } = await refused(shown, { feedings: 1 })
    const later = { shown, details }
    const kept = notes.keep(shown.id, () => later)
    later.details = { ...details, feedings: 2 }
    expect(await kept).toBe(true)
    expect(await known(shown.id)).toMatchObject({ feedings: 2 })
  })

  it('and says no where the phone refuses it again', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const { notes, details } = await refused(shown, { feedings: 1 })
    vi.mocked(store.replica).mockRejectedValueOnce(new Error('no room'))
    expect(await notes.keep(shown.id, () => ({ shown, details }))).toBe(false)
    expect(await known(shown.id)).toMatchObject({ feedings: 0 })
  })
})

describe('what the phone refused to store is told', () => {
  it('with what was noted after that, until all is stored', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const { notes, tell, details } = await refused(shown, { feedings: 1 })
    notes.add(shown.id, { quality: 'buena' })
    await expect.poll(() => known(shown.id)).toMatchObject({ quality: 'buena' })
    expect(tell.mock.calls).toEqual([
      [shown.id, { wake_ups: 0, feedings: 1 }],
      [shown.id, { quality: 'buena' }],
    ])
    expect(await notes.keep(shown.id, () => ({ shown, details }))).toBe(true)
    expect(tell).toHaveBeenLastCalledWith(shown.id, undefined)
  })

  it('and stored by a form that takes it up again', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const form = { ...formOf(shown), feedings: 1, refused: { feedings: 1 } }
    const notes = notesInTurn(form, vi.fn())
    expect(await notes.keep(shown.id, () => ({ shown, details: detailsOf(form, MADRID) }))).toBe(true)
    expect(await known(shown.id)).toMatchObject({ feedings: 1 })
  })
})

it('what the phone refused of one sleep says nothing of another one’s notes', async () => {
  const first = await addRecord(recordOf(running, MADRID))
  const { notes } = await refused(first, { feedings: 1 })
  const other = await addRecord(recordOf({ ...running, start: '16:00' }, MADRID))
  const form = { ...formOf(other), feedings: 2 }
  notes.add(other.id, { feedings: 2 }, other)
  await expect.poll(() => known(other.id)).toMatchObject({ feedings: 2 })
  vi.mocked(store.replica).mockRejectedValueOnce(new Error('no room'))
  expect(await notes.keep(other.id, () => ({ shown: other, details: detailsOf(form, MADRID) }))).toBe(true)
})
