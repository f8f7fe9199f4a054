import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { siesta } from '../../core/testing/records.ts'
import { MADRID } from '../../core/time/zone.ts'
import { type Change, type Entry, newEntry } from './outbox.ts'
import {
  NOTHING_REMEMBERED,
  type PhoneMemory,
  pairKey,
  rememberEdits,
  rememberLost,
  withApart,
  withLost,
  withoutLost,
} from './phone-memory.ts'
import { freeIdAfter, ownEditOf } from './restored-record.ts'

const nap = { ...siesta('2025-08-11', '13:05', '14:05'), id: 'nap', duration: 60 }
const patch: Change<'sleep_records'> & { kind: 'patch' } = {
  kind: 'patch',
  table: 'sleep_records',
  rowId: 'nap',
  body: { quality: 'mala' },
}
const deletion: Change<'sleep_records'> & { kind: 'delete' } = {
  kind: 'delete',
  table: 'sleep_records',
  rowId: 'nap',
  body: null,
}
const insert: Change<'sleep_records'> = { kind: 'insert', table: 'sleep_records', rowId: 'nap', body: nap }
const gone = [{ table: 'sleep_records' as const, id: 'nap' }]
const onServer = (id: string) => (id === 'nap' ? nap : null)

function entries(...changes: Change[]): Entry[] {
  return changes.map((change, seq) => ({ ...newEntry(change), seq }))
}

/** The nap is told to have been deleted, and these are there. */
function lostOf(
  memory: PhoneMemory,
  waiting: readonly Entry[],
  after: readonly SleepRecord[],
  deleted = gone,
): PhoneMemory {
  const byId = new Map(after.map((record) => [record.id, record]))
  return rememberLost(memory, waiting, {
    deleted,
    before: onServer,
    after,
    find: (id) => byId.get(id),
    zone: MADRID,
  })
}

function edited(...changes: Change[]) {
  return rememberEdits(NOTHING_REMEMBERED, entries(...changes))
}

describe('what was deleted elsewhere', () => {
  it.each([
    ['is told with a change that waits', NOTHING_REMEMBERED, entries(patch), [{ ...nap, quality: 'mala' }]],
    ['is told when the change has arrived long ago', edited(patch), [], [nap]],
    ['is not told when nothing was changed here', NOTHING_REMEMBERED, [], []],
    ['is not told when it was deleted here too', edited(patch), entries(patch, deletion), []],
    ['is not told when it was changed and then deleted here', edited(patch, deletion), [], []],
    ['is not told of a record that was only added here', edited(insert), entries(insert), []],
    [
      'is told of one that was added and changed here',
      NOTHING_REMEMBERED,
      entries(insert, patch),
      [{ ...nap, quality: 'mala' }],
    ],
  ])('%s', (_what, memory, waiting, expected) => {
    expect(lostOf(memory, waiting, []).lost).toEqual(expected)
  })

  it('is told though the record was given back to a restored server since, and not where nothing else was done', () => {
    expect(lostOf(edited(patch, insert), [], []).lost).toEqual([nap])
    expect(lostOf(edited({ ...patch, upTo: 7 }), [], []).lost).toEqual([])
  })

  it('is told where another entry was merged into it, although that changed nothing', () => {
    const other = { ...deletion, rowId: 'other', mergedInto: { id: 'nap', was: { ...nap, id: 'other' } } }
    expect(lostOf(edited(other), [], []).lost).toEqual([nap])
  })

  it.each([
    ['is not told when it was merged into its twin', { end_time: '14:05', duration: 65 }, []],
    ['is told when its twin says less', {}, [nap]],
    ['is told when another sleep is all there is', { start_time: '10:00', end_time: '11:00' }, [nap]],
  ])('%s', (_what, said, expected) => {
    const twin = { ...nap, id: 'twin', start_time: '13:00', end_time: null, duration: null }
    expect(lostOf(edited(patch), [], [{ ...twin, ...said }]).lost).toEqual(expected)
  })

  it('is told as it was changed last, when that came after the deletion', () => {
    const told = lostOf(edited(patch), [], [])
    const later: SleepRecord = { ...nap, quality: 'mala' }
    expect(withLost(told, later, []).lost).toEqual([later])
    expect(withLost(NOTHING_REMEMBERED, later, []).lost).toEqual([later])
  })

  it('is told once', () => {
    const told = lostOf(edited(patch), [], [])
    expect(lostOf(told, [], []).lost).toEqual([nap])
    const settled = withoutLost(told, 'nap')
    expect(settled?.lost).toEqual([])
    expect(withoutLost(settled ?? told, 'nap')).toBeNull()
  })

  it('is forgotten after many other edits', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...patch, rowId: `other ${index}` }))
    expect(lostOf(edited(patch, ...many), [], []).lost).toEqual([])
    expect(lostOf(edited(patch, ...many, patch), [], []).lost).toEqual([nap])
  })
})

describe('what was deleted elsewhere and came back', () => {
  const backId = freeIdAfter('nap', () => false)
  const back = { ...nap, id: backId }

  it('is not told, and the one that came back counts as worked on', () => {
    const memory = lostOf(edited(patch), [], [back])
    expect(memory).toMatchObject({ lost: [], edited: [backId] })
  })

  it('is no longer told when it comes back later', () => {
    const told = lostOf(edited(patch), [], [])
    expect(told.lost).toEqual([nap])
    expect(lostOf(told, [], [back], []).lost).toEqual([])
  })

  it('is known again whatever became of it, and after another turn', () => {
    const moved = { ...back, date: '2025-08-01', start_time: '09:00', end_time: '10:00' }
    expect(lostOf(edited(patch), [], [moved]).lost).toEqual([])
    const again = freeIdAfter('nap', (id) => id === backId)
    expect(lostOf(edited(patch), [], [{ ...nap, id: again }]).lost).toEqual([])
  })

  it('is told as long as it lacks what was noted here', () => {
    const told = lostOf(NOTHING_REMEMBERED, entries(patch), [back])
    expect(told).toMatchObject({
      lost: [{ quality: 'mala' }],
      own: { nap: { fields: ['quality'], taps: [] } },
    })
    expect(lostOf(told, [], [{ ...back, end_time: '14:20' }], []).lost).toHaveLength(1)
    const settled = lostOf(told, [], [{ ...back, end_time: '14:20', quality: 'mala' }], [])
    expect(settled).toMatchObject({ lost: [], own: {} })
  })

  it('is told as long as it lacks a tap of this phone', () => {
    const tap = { tap: { id: 't', kind: 'wake_ups', time: '13:40' } } as const
    const told = lostOf(NOTHING_REMEMBERED, entries({ ...patch, body: {}, tap }), [back])
    expect(told.lost).toMatchObject([{ wake_ups: 1 }])
    expect(lostOf(told, [], [{ ...back, wake_ups: 1 }], []).lost).toHaveLength(1)
    expect(lostOf(told, [], [{ ...back, wake_ups: 1, taps: [tap.tap] }], []).lost).toEqual([])
  })

  it.each(['time', 'start_time'] as const)('of a wake-up kept as its %s is told no more either', (field) => {
    const blank: SleepRecord = { ...nap, type: 'despertar', start_time: null, end_time: null }
    const wakeUp = { ...blank, [field]: '08:20' }
    const told = withLost(NOTHING_REMEMBERED, wakeUp, [])
    expect(lostOf(told, [], [{ ...wakeUp, id: 'other', [field]: '08:30' }], []).lost).toHaveLength(1)
    expect(lostOf(told, [], [{ ...blank, id: 'other', time: '08:20' }], []).lost).toEqual([])
  })

  it('keeps what was noted before and after it was known to be gone', () => {
    const end = { ...patch, body: { end_time: '14:30' } } as const
    const told = withLost(lostOf(NOTHING_REMEMBERED, entries(patch), []), nap, [end])
    expect(told.own?.nap?.fields).toEqual(['quality', 'end_time'])
    expect(ownEditOf([insert])).toBeUndefined()
  })

  it('does not tell of a tap that came and went', () => {
    const tap = { id: 't', kind: 'wake_ups', time: '13:40' } as const
    const none = { ...patch, body: {} }
    const changes = [
      { ...none, tap: { tap } },
      { ...none, tap: { tap, undone: true } },
    ] as const
    expect(ownEditOf(changes)?.taps).toEqual([])
    expect(ownEditOf([...changes, changes[0]])?.taps).toEqual([{ tap }])
  })
})

it('a pair has one name, and is noted once', () => {
  const pair = pairKey({ id: 'b' }, { id: 'a' })
  expect(pair).toBe(pairKey({ id: 'a' }, { id: 'b' }))
  expect(withApart(withApart(NOTHING_REMEMBERED, pair), pair).apart).toEqual([pair])
})
