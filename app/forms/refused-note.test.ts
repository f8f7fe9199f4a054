import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { addTapTo, TAP_LIMITS } from '../../core/records/taps.ts'
import { siesta } from '../../core/testing/records.ts'
import { type Details, stillMissing, withNotes } from './refused-note.ts'

const nap = siesta('2025-08-11', '15:38')
const tapped = addTapTo(nap, { id: 'tap', kind: 'feedings', time: '16:00' })

function noteOf(noted: Partial<Details>, shown: SleepRecord = nap) {
  return { shown, noted: { ...shown, ...noted } }
}

describe('notes that are laid over a record', () => {
  it('leave it as it is where there are none', () => {
    expect(withNotes(nap)).toBe(nap)
  })

  it.each([
    ['tapped', tapped],
    ['typed', { ...nap, feedings: 1 }],
  ])('count on top of what was %s meanwhile', (_how, record) => {
    expect(withNotes(record, [noteOf({ feedings: 1 })])).toEqual({ ...record, feedings: 2 })
    const lowered = noteOf({ feedings: 1 }, { ...nap, feedings: 2 })
    expect(withNotes(record, [lowered])).toEqual({ ...record, feedings: 0 })
  })

  it('follow one another, whatever was seen before the later one', () => {
    const next = noteOf({ feedings: 3, quality: 'buena' }, { ...nap, feedings: 2 })
    const noted = withNotes(tapped, [noteOf({ feedings: 1, quality: 'mala' }), next])
    expect(noted).toEqual({ ...tapped, feedings: 3, quality: 'buena' })
  })

  it('never count beyond what there is room for', () => {
    const most = { ...nap, wake_ups: TAP_LIMITS.wake_ups }
    expect(withNotes(most, [noteOf({ wake_ups: 1 })])).toEqual(most)
    expect(withNotes(nap, [noteOf({ wake_ups: 1 }, { ...nap, wake_ups: 3 })])).toEqual(nap)
  })

  it('take no disturbance back that was noted elsewhere', () => {
    const record: SleepRecord = { ...nap, disturbances: ['teething', 'fever'] }
    expect(withNotes(record, [noteOf({ disturbances: ['fever'] })])).toEqual(record)
    const less = noteOf({ disturbances: [] }, { ...nap, disturbances: ['fever'] })
    expect(withNotes(record, [less]).disturbances).toEqual(['teething'])
  })
})

describe('what a record lacks of its notes', () => {
  const notes = [noteOf({ feedings: 1 })]

  it('is all of them, as long as it lacks something', () => {
    expect(stillMissing(nap, notes)).toBe(notes)
    expect(stillMissing(tapped, notes)).toBe(notes)
  })

  it('is nothing where there are none, and where they say nothing new', () => {
    expect(stillMissing(nap, undefined)).toBeUndefined()
    expect(stillMissing({ ...nap, quality: 'buena' }, [noteOf({ quality: 'buena' })])).toBeUndefined()
    const both = [...notes, noteOf({ feedings: 0 }, { ...nap, feedings: 1 })]
    expect(stillMissing(nap, both)).toBeUndefined()
  })
})
