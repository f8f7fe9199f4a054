import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { addDays, instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { MAX_WAKE_UPS } from './count-limits.ts'
import {
  compareNewestFirst,
  elapsedMinutes,
  findOpenRecord,
  insertSorted,
  isOpen,
  isStale,
  parseCount,
  recordsAround,
  recordsBetween,
  recordsSince,
  type SleepRecord,
  sortNewestFirst,
  startAtOf,
  startTimeOf,
  withReplaced,
} from './sleep-record.ts'

const NOW = instantAt('2025-08-11', '16:20', MADRID)
const ids = (records: readonly SleepRecord[]) => records.map((record) => record.id)

describe('parseCount', () => {
  it.each([
    ['3', 3],
    ['0', 0],
    ['', 0],
    ['tres', 0],
    ['-2', 0],
    ['2.9', 2],
    ['3 tomas', 3],
    ['12', 12],
    ['99', 99],
    ['100', 99],
    ['NaN', 0],
    ['Infinity', 0],
  ])('%j is %i', (text, count) => {
    expect(parseCount(text)).toBe(count)
  })

  it('stops at the given maximum, as the wake-ups do at 10', () => {
    expect(parseCount('11', MAX_WAKE_UPS)).toBe(10)
    expect(parseCount('12', 11)).toBe(11)
    expect(parseCount('11', 11)).toBe(11)
  })
})

describe('the start', () => {
  it('is start_time, or the older alias', () => {
    expect(startTimeOf(siesta('2025-08-11', '10:00'))).toBe('10:00')
    expect(startTimeOf(recordOf('siesta', '2025-08-11', { time: '10:30' }))).toBe('10:30')
    expect(startTimeOf(recordOf('siesta', '2025-08-11', { start_time: '10:00', time: '10:30' }))).toBe(
      '10:00',
    )
    expect(startTimeOf(despertar('2025-08-11', '08:20'))).toBe('08:20')
    expect(startTimeOf(siesta('2025-08-11', null))).toBeNull()
  })

  it('is an instant of the record’s date', () => {
    expect(startAtOf(siesta('2025-08-11', '16:20'), MADRID)).toBe(NOW)
    expect(startAtOf(siesta('2025-08-11', null), MADRID)).toBeNull()
  })
})

describe('isOpen', () => {
  it.each([
    ['a nap without an end', siesta('2025-08-11', '10:00'), true],
    ['a night without an end', noche('2025-08-11', '20:00'), true],
    ['a nap that began under the older name', recordOf('siesta', '2025-08-11', { time: '10:00' }), true],
    ['a closed nap', siesta('2025-08-11', '10:00', '11:00'), false],
    ['a nap without any time', siesta('2025-08-11', null), false],
    ['a wake-up', despertar('2025-08-11', '08:20'), false],
  ])('%s: %s', (_, record, open) => {
    expect(isOpen(record)).toBe(open)
  })
})

describe('the order', () => {
  const wakeUp = despertar('2025-08-11', '08:20')
  const nap = siesta('2025-08-11', '10:00', '11:10')
  const older = recordOf('siesta', '2025-08-11', { time: '13:35', end_time: '15:05' })
  const startless = siesta('2025-08-11', null, '12:00')
  const night = noche('2025-08-10', '20:50', '08:20')
  const newYear = siesta('2026-01-01', '00:10', '00:40')
  const sorted = [newYear, older, nap, wakeUp, startless, night]

  it('is newest first by date, then start; without a start last in its day', () => {
    expect(ids(sortNewestFirst([night, startless, wakeUp, newYear, nap, older]))).toEqual(ids(sorted))
  })

  it('is by id where date and start are the same', () => {
    const [a, b] = [siesta('2025-08-11', '10:00'), siesta('2025-08-11', '10:00')].map((record, index) => ({
      ...record,
      id: index === 0 ? 'a' : 'b',
    })) as [SleepRecord, SleepRecord]
    expect(compareNewestFirst(a, b)).toBeLessThan(0)
    expect(compareNewestFirst(b, a)).toBeGreaterThan(0)
    expect(compareNewestFirst(a, { ...a })).toBe(0)
  })

  it('leaves the list it was given alone', () => {
    const given = [night, newYear]
    sortNewestFirst(given)
    expect(ids(given)).toEqual([night.id, newYear.id])
  })

  it('takes a new record in at its place: first, between, last', () => {
    for (const record of [newYear, nap, night]) {
      const others = sorted.filter((other) => other !== record)
      expect(ids(insertSorted(others, record))).toEqual(ids(sorted))
      expect(others).toHaveLength(5)
    }
    expect(ids(insertSorted([], nap))).toEqual([nap.id])
  })

  it('replaces the record of the same id, and moves it', () => {
    const moved = { ...newYear, date: '2025-08-09' }
    const records = insertSorted(sorted, moved)
    expect(records).toHaveLength(6)
    expect(records.at(-1)).toBe(moved)
  })
})

describe('withReplaced', () => {
  const days = ['2025-08-13', '2025-08-12', '2025-08-12', '2025-08-12', '2025-08-09'] as const
  const log = sortNewestFirst(days.map((date) => siesta(date, '10:00', '11:00')))

  it.each(log.map((record, place) => ({ record, place })))(
    'finds the record at $place again',
    ({ record }) => {
      expect(withReplaced(log, [record], [])).toEqual(log.filter((other) => other !== record))
      expect(withReplaced(log, [record], [record])).toEqual(log)
    },
  )

  it('puts each record where it belongs, and leaves the log as it is', () => {
    const [first, , third, , last] = log as [SleepRecord, SleepRecord, SleepRecord, SleepRecord, SleepRecord]
    const before = [...log]
    const moved = { ...third, date: '2025-08-08' } as const
    expect(
      withReplaced(log, [third, first], [moved, { ...first, date: '2025-08-10' }]).map(({ date }) => date),
    ).toEqual(['2025-08-12', '2025-08-12', '2025-08-10', '2025-08-09', '2025-08-08'])
    expect(withReplaced([], [], [last, first])).toEqual([first, last])
    expect(log).toEqual(before)
  })

  it('takes no neighbour away for a record that is not where it says', () => {
    const [, second] = log as [SleepRecord, SleepRecord]
    expect(withReplaced(log, [{ ...second, date: '2025-08-10' }], [])).toEqual(log)
    expect(withReplaced(log, [{ ...second, date: '2025-01-01' }], [])).toEqual(log)
  })
})

describe('recordsAround', () => {
  it('has the days around, and whatever has no end, newest first', () => {
    const [old, near, next] = [
      siesta('2025-07-01', '10:00'),
      siesta('2025-08-10', '10:00'),
      siesta('2025-08-12', '10:00'),
    ]
    const later = siesta('2025-08-14', '10:00')
    const log = [
      later,
      siesta('2025-08-13', '10:00', '11:00'),
      next,
      siesta('2025-08-09', '10:00', '11:00'),
      near,
      siesta('2025-08-08', '10:00', '11:00'),
      old,
    ].toSorted(compareNewestFirst)
    const around = recordsAround(log, [later, next, near, old], '2025-08-11')
    expect(around).toEqual([later, next, near, log.find(({ date }) => date === '2025-08-09'), old])
  })
})

describe('recordsBetween', () => {
  const days = ['2025-08-13', '2025-08-12', '2025-08-12', '2025-08-10', '2025-08-09'] as const
  const log = days.map((date) => siesta(date, '10:00', '11:00'))

  it('has all of a day and of those after it, where that is asked', () => {
    expect(recordsSince(log, '2025-08-12')).toEqual(log.slice(0, 3))
    expect(recordsSince(log, '2025-08-14')).toEqual([])
    expect(recordsSince(log, '2025-01-01')).toEqual(log)
  })

  it('has both ends, and every record of a day', () => {
    expect(recordsBetween(log, '2025-08-10', '2025-08-12')).toEqual(log.slice(1, 4))
    expect(recordsBetween(log, '2025-08-12', '2025-08-12')).toEqual(log.slice(1, 3))
  })

  it('is empty between two records, beyond them and without any', () => {
    expect(recordsBetween(log, '2025-08-11', '2025-08-11')).toEqual([])
    expect(recordsBetween(log, '2025-08-14', '2025-08-20')).toEqual([])
    expect(recordsBetween(log, '2025-08-01', '2025-08-08')).toEqual([])
    expect(recordsBetween([], '2025-08-01', '2025-08-31')).toEqual([])
  })

  it('is what going through the whole log finds', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer(), fc.integer(), (ago, a, b) => {
        const records = sortNewestFirst(ago.map((n) => siesta(addDays('2025-08-20', -n), '10:00')))
        const [from, to] = [addDays('2025-08-01', a % 25), addDays('2025-08-01', b % 25)]
        const found = records.filter(({ date }) => date >= from && date <= to)
        expect(recordsBetween(records, from, to)).toEqual(found)
      }),
    )
  })
})

describe('findOpenRecord', () => {
  const morning = siesta('2025-08-11', '10:00')
  const afternoon = siesta('2025-08-11', '15:40')
  const yesterday = noche('2025-08-10', '20:50')

  it('is the latest by start, wherever it stands in the list', () => {
    expect(findOpenRecord([morning, afternoon, yesterday], NOW, MADRID)).toBe(afternoon)
    expect(findOpenRecord([yesterday, afternoon, morning], NOW, MADRID)).toBe(afternoon)
  })

  it('passes over what is closed, a wake-up or without a start', () => {
    const records = [siesta('2025-08-11', '16:00', '16:10'), despertar('2025-08-11', '16:15'), yesterday]
    expect(findOpenRecord([...records, siesta('2025-08-11', null)], NOW, MADRID)).toBe(yesterday)
  })

  it('is null when nothing is in progress', () => {
    expect(findOpenRecord([siesta('2025-08-11', '10:00', '11:00')], NOW, MADRID)).toBeNull()
  })

  it('is still told when it is stale', () => {
    const old = siesta('2025-07-01', '10:00')
    expect(findOpenRecord([old], NOW, MADRID)).toBe(old)
  })

  it('may begin later today, where none has begun, but never on a later day', () => {
    const tonight = noche('2025-08-11', '20:50')
    const tomorrow = siesta('2025-08-12', '10:00')
    expect(findOpenRecord([tomorrow, tonight, morning], NOW, MADRID)).toBe(morning)
    expect(findOpenRecord([tomorrow, tonight], NOW, MADRID)).toBe(tonight)
    expect(findOpenRecord([tomorrow], NOW, MADRID)).toBeNull()
  })
})

describe('elapsedMinutes', () => {
  it.each([
    ['2025-08-11', '16:20', 0],
    ['2025-08-11', '15:38', 42],
    ['2025-08-10', '20:50', 1170],
    ['2025-08-11', '16:21', 0],
  ])('since %s %s: %i', (date, start, minutes) => {
    expect(elapsedMinutes(siesta(date, start), NOW, MADRID)).toBe(minutes)
  })

  it('counts whole minutes only', () => {
    expect(elapsedMinutes(siesta('2025-08-11', '15:38'), NOW + 59_999, MADRID)).toBe(42)
  })

  it('counts real minutes over a change of hour', () => {
    expect(
      elapsedMinutes(noche('2025-10-25', '19:30'), instantAt('2025-10-26', '07:00', MADRID), MADRID),
    ).toBe(750)
    expect(
      elapsedMinutes(noche('2026-03-28', '19:30'), instantAt('2026-03-29', '07:00', MADRID), MADRID),
    ).toBe(630)
  })

  it('is 0 for what is not open', () => {
    expect(elapsedMinutes(siesta('2025-08-11', '10:00', '11:00'), NOW, MADRID)).toBe(0)
    expect(elapsedMinutes(despertar('2025-08-11', '08:20'), NOW, MADRID)).toBe(0)
  })
})

describe('a stale record', () => {
  const SIXTEEN_HOURS_AGO = noche('2025-08-11', '00:20')

  it('has been open for more than 16 h', () => {
    expect(isStale(SIXTEEN_HOURS_AGO, NOW, MADRID)).toBe(false)
    expect(isStale(SIXTEEN_HOURS_AGO, NOW + 1, MADRID)).toBe(true)
  })

  it('is measured in real hours', () => {
    // From 18:00 to 10:00 it is 17 h on the autumn night and 15 h on the spring night.
    expect(isStale(noche('2025-10-25', '18:00'), instantAt('2025-10-26', '09:01', MADRID), MADRID)).toBe(true)
    expect(isStale(noche('2026-03-28', '18:00'), instantAt('2026-03-29', '10:59', MADRID), MADRID)).toBe(
      false,
    )
  })

  it('is never a closed one', () => {
    expect(isStale(noche('2025-07-01', '20:00', '07:00'), NOW, MADRID)).toBe(false)
  })
})
