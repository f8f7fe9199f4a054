import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/sleep-record.ts'
import { NO_NOTES, noteChanges, noteLost, pairKey, withApart, withLost, withoutLost } from './notes.ts'
import { type Change, type Entry, newEntry } from './outbox.ts'

const nap: SleepRecord = {
  id: 'nap',
  user_id: 'carer',
  date: '2025-08-11',
  type: 'siesta',
  start_time: '13:05',
  end_time: '14:05',
  time: null,
  duration: 60,
  wake_ups: 0,
  quality: null,
  disturbances: [],
  feedings: 0,
  diaper_changes: 0,
}
const patch: Change = { kind: 'patch', table: 'sleep_records', rowId: 'nap', body: { quality: 'mala' } }
const deletion: Change = { kind: 'delete', table: 'sleep_records', rowId: 'nap', body: null }
const insert: Change = { kind: 'insert', table: 'sleep_records', rowId: 'nap', body: nap }
const gone = [{ table: 'sleep_records' as const, id: 'nap' }]
const onServer = (id: string) => (id === 'nap' ? nap : null)

function entries(...changes: Change[]): Entry[] {
  return changes.map((change, seq) => ({ ...newEntry(change), seq }))
}

function edited(...changes: Change[]) {
  return noteChanges(NO_NOTES, entries(...changes))
}

describe('what was deleted elsewhere', () => {
  it.each([
    ['is told with a change that waits', NO_NOTES, entries(patch), [{ ...nap, quality: 'mala' }]],
    ['is told when the change has arrived long ago', edited(patch), [], [nap]],
    ['is not told when nothing was changed here', NO_NOTES, [], []],
    ['is not told when it was deleted here too', edited(patch), entries(patch, deletion), []],
    ['is not told when it was changed and then deleted here', edited(patch, deletion), [], []],
    ['is not told of a record that was only added here', edited(insert), entries(insert), []],
    [
      'is told of one that was added and changed here',
      NO_NOTES,
      entries(insert, patch),
      [{ ...nap, quality: 'mala' }],
    ],
  ])('%s', (_what, notes, waiting, expected) => {
    expect(noteLost(notes, waiting, gone, onServer, []).lost).toEqual(expected)
  })

  it('is told where another entry was merged into it, although that changed nothing', () => {
    const other = { ...deletion, rowId: 'other', mergedInto: { id: 'nap', was: { ...nap, id: 'other' } } }
    expect(noteLost(edited(other), [], gone, onServer, []).lost).toEqual([nap])
  })

  it.each([
    ['is not told when it was merged into its twin', { end_time: '14:05', duration: 65 }, []],
    ['is told when its twin says less', {}, [nap]],
    ['is told when another sleep is all there is', { start_time: '10:00', end_time: '11:00' }, [nap]],
  ])('%s', (_what, said, expected) => {
    const twin = { ...nap, id: 'twin', start_time: '13:00', end_time: null, duration: null }
    expect(noteLost(edited(patch), [], gone, onServer, [{ ...twin, ...said }]).lost).toEqual(expected)
  })

  it('is told as it was changed last, when that came after the deletion', () => {
    const told = noteLost(edited(patch), [], gone, onServer, [])
    const later: SleepRecord = { ...nap, quality: 'mala' }
    expect(withLost(told, later).lost).toEqual([later])
    expect(withLost(NO_NOTES, later).lost).toEqual([later])
  })

  it('is told once', () => {
    const told = noteLost(edited(patch), [], gone, onServer, [])
    expect(noteLost(told, [], gone, onServer, []).lost).toEqual([nap])
    const settled = withoutLost(told, 'nap')
    expect(settled?.lost).toEqual([])
    expect(withoutLost(settled ?? told, 'nap')).toBeNull()
  })

  it('is forgotten after many other edits', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...patch, rowId: `other ${index}` }))
    expect(noteLost(edited(patch, ...many), [], gone, onServer, []).lost).toEqual([])
    expect(noteLost(edited(patch, ...many, patch), [], gone, onServer, []).lost).toEqual([nap])
  })
})

it('a pair has one name, and is noted once', () => {
  const pair = pairKey({ id: 'b' }, { id: 'a' })
  expect(pair).toBe(pairKey({ id: 'a' }, { id: 'b' }))
  expect(withApart(withApart(NO_NOTES, pair), pair).apart).toEqual([pair])
})
