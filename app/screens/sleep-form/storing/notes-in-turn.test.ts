import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SleepRecord } from '../../../../core/records/sleep-record.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import { addRecord, updateRecord } from '../../../changes/changes.ts'
import { addTap } from '../../../changes/taps.ts'
import { beginForm, detailsOf, formOf, recordOf, type SleepForm } from '../../../forms/sleep-form-state.ts'
import { store } from '../../../local/phone-store.ts'
import { withOwnStore } from '../../../testing/own-store.ts'
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
  const notes = notesInTurn(shown, (turn) => turn, tell)
  vi.mocked(store.replica).mockRejectedValueOnce(new Error('no room'))
  notes.add(record.id, record, detailsOf({ ...shown, ...noted }, MADRID))
  await expect.poll(() => console.warn).toHaveBeenCalled()
  return { notes, tell }
}

describe('what the phone refused to store is tried once more', () => {
  it('without the counts that the carer left, which the partner may have changed', async () => {
    const shown = await addRecord({ ...recordOf(running, MADRID), wake_ups: 2 })
    const { notes } = await refused(shown, { feedings: 1 })
    await updateRecord(shown.id, { wake_ups: 4 })
    expect(await notes.keep(shown.id)).toBe(true)
    expect(await known(shown.id)).toMatchObject({ wake_ups: 4, feedings: 1 })
  })

  it('as the step that it was, over what was tapped meanwhile', async () => {
    const { id } = await addRecord(recordOf(running, MADRID))
    await addTap(id, 'wake_ups', '13:30')
    const { notes } = await refused(await known(id), { wakeUps: 2 })
    await addTap(id, 'wake_ups', '13:40')
    expect(await notes.keep(id)).toBe(true)
    expect(await known(id)).toMatchObject({ wake_ups: 3 })
  })

  it.each([
    ['a tap', (id: string) => addTap(id, 'feedings', '13:40')],
    ['the partner’s form', (id: string) => updateRecord(id, { feedings: 1 })],
  ])('though %s has brought the count to the same number meanwhile', async (_of, count) => {
    const shown = await addRecord(recordOf(running, MADRID))
    const { notes } = await refused(shown, { feedings: 1 })
    await count(shown.id)
    expect(await notes.keep(shown.id)).toBe(true)
    expect(await known(shown.id)).toMatchObject({ feedings: 2 })
  })

  it('as the step that it was, over what the partner has typed and chosen meanwhile', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const { notes } = await refused(shown, { feedings: 1, disturbances: ['fever'] })
    await updateRecord(shown.id, { feedings: 3, disturbances: ['fever', 'teething'] })
    expect(await notes.keep(shown.id)).toBe(true)
    expect(await known(shown.id)).toMatchObject({ feedings: 4, disturbances: ['fever', 'teething'] })
  })

  it('with what is noted next, as one step', async () => {
    const { id } = await addRecord(recordOf(running, MADRID))
    await addTap(id, 'feedings', '13:30')
    const shown = await known(id)
    const { notes, tell } = await refused(shown, { feedings: 2 })
    const seen = { ...shown, feedings: 2 }
    notes.add(id, seen, { ...seen, feedings: 3, quality: 'buena' })
    await expect.poll(() => known(id)).toMatchObject({ feedings: 3, quality: 'buena' })
    await expect.poll(() => tell).toHaveBeenLastCalledWith(id, undefined)
  })

  it('and not where the carer has taken it back', async () => {
    const { id } = await addRecord(recordOf(running, MADRID))
    await addTap(id, 'feedings', '13:30')
    const shown = await known(id)
    const { notes } = await refused(shown, { feedings: 2 })
    notes.add(id, { ...shown, feedings: 2 }, shown)
    expect(await notes.keep(id)).toBe(true)
    expect(await known(id)).toMatchObject({ feedings: 1 })
  })

  it('and says no where the phone refuses it again', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const { notes } = await refused(shown, { feedings: 1 })
    vi.mocked(store.replica).mockRejectedValueOnce(new Error('no room'))
    expect(await notes.keep(shown.id)).toBe(false)
    expect(await known(shown.id)).toMatchObject({ feedings: 0 })
  })
})

describe('what the phone refused to store is told', () => {
  it('with what was refused after that, until all is stored', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const { notes, tell } = await refused(shown, { feedings: 1 })
    vi.mocked(store.replica).mockRejectedValueOnce(new Error('no room'))
    notes.add(shown.id, shown, { ...shown, quality: 'buena' })
    await expect.poll(() => tell).toHaveBeenCalledTimes(2)
    expect(tell.mock.calls).toMatchObject([
      [shown.id, [{ noted: { feedings: 1 } }]],
      [shown.id, [{ noted: { feedings: 1 } }, { noted: { quality: 'buena' } }]],
    ])
    expect(await notes.keep(shown.id)).toBe(true)
    expect(tell).toHaveBeenLastCalledWith(shown.id, undefined)
  })

  it('only once no note is in its turn any more', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const tell = vi.fn()
    const notes = notesInTurn(formOf(shown), (turn) => turn, tell)
    const one = { ...shown, feedings: 1 }
    notes.add(shown.id, shown, one)
    notes.add(shown.id, one, { ...shown, feedings: 2 })
    expect(await notes.keep(shown.id)).toBe(true)
    expect(await known(shown.id)).toMatchObject({ feedings: 2 })
    expect(tell.mock.calls).toEqual([[shown.id, undefined]])
  })

  it('and stored by a form that takes it up again', async () => {
    const shown = await addRecord(recordOf(running, MADRID))
    const refused = [{ shown, noted: { ...shown, feedings: 1 } }]
    const form = { ...formOf(shown), feedings: 1, refused }
    const notes = notesInTurn(form, (turn) => turn, vi.fn())
    expect(await notes.keep(shown.id)).toBe(true)
    expect(await known(shown.id)).toMatchObject({ feedings: 1 })
  })
})

it('what the phone refused of one sleep says nothing of another one’s notes', async () => {
  const first = await addRecord(recordOf(running, MADRID))
  const { notes } = await refused(first, { feedings: 1 })
  const other = await addRecord(recordOf({ ...running, start: '16:00' }, MADRID))
  notes.add(other.id, other, { ...other, feedings: 2 })
  await expect.poll(() => known(other.id)).toMatchObject({ feedings: 2 })
  vi.mocked(store.replica).mockRejectedValueOnce(new Error('no room'))
  expect(await notes.keep(other.id)).toBe(true)
})
