import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { addTapTo } from '../../core/records/taps.ts'
import { siesta } from '../../core/testing/records.ts'
import { joinedNotes, stillMissing } from './refused-note.ts'

const nap = siesta('2025-08-11', '15:38')
const tapped = addTapTo(nap, { id: 'tap', kind: 'feedings', time: '16:00' })

describe('two notes of a sleep', () => {
  it('are one step from what was seen before the first', () => {
    const joined = joinedNotes(
      { noted: { feedings: 1 }, shown: nap },
      { noted: { feedings: 2, quality: 'buena' }, shown: { ...tapped, wake_ups: 1 } },
    )
    expect(joined).toMatchObject({
      noted: { feedings: 2, quality: 'buena' },
      shown: { feedings: 0, wake_ups: 1, quality: null },
    })
    expect(stillMissing(tapped, joined)?.noted).toEqual({ feedings: 3, quality: 'buena' })
  })

  it('say nothing where the second takes the first back', () => {
    const joined = joinedNotes(
      { noted: { feedings: 1 }, shown: nap },
      { noted: { feedings: 0 }, shown: { ...nap, feedings: 1 } },
    )
    expect(joined.noted).toEqual({})
  })
})

describe('what a record lacks of a note', () => {
  const refused = { noted: { feedings: 1 }, shown: nap }

  it('is nothing where there is none, and where the record has it', () => {
    expect(stillMissing(nap, undefined)).toBeUndefined()
    expect(stillMissing({ ...nap, feedings: 1 }, refused)).toBeUndefined()
  })

  it('is nothing where the record has the same disturbances in another order', () => {
    const noted: Partial<SleepRecord> = { disturbances: ['fever', 'teething'] }
    expect(
      stillMissing({ ...nap, disturbances: ['teething', 'fever'] }, { noted, shown: nap }),
    ).toBeUndefined()
    const other = { ...nap, disturbances: ['teething'] } satisfies SleepRecord
    expect(stillMissing(other, { noted, shown: nap })).toEqual({ noted, shown: other })
  })

  it('is counted on top of what was tapped meanwhile, and never instead of it', () => {
    const missing = stillMissing(tapped, refused)
    expect(missing).toEqual({ noted: { feedings: 2 }, shown: tapped })
    expect(stillMissing(tapped, missing)).toEqual(missing)
  })
})
