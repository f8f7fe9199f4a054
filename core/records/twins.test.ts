import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { localDateAt, localTimeAt, MINUTE_MS } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { napsOf } from './day-total.ts'
import { sleepInterval } from './durations.ts'
import { DISTURBANCES, QUALITIES, type SleepRecord, startAtOf } from './sleep-record.ts'
import type { Tap } from './taps.ts'
import { areTwins, areTwinsOfDay, findTwins, isHeldBy, mergedTwins, twinsOf } from './twins.ts'

const DAY = '2025-08-11'
const TAPS: Tap[] = ['13:20', '13:40', '13:50', '14:00'].map((time, index) => ({
  id: `tap ${index}`,
  kind: 'wake_ups',
  time,
}))

describe('areTwins', () => {
  it.each([
    ['both open, a few minutes apart', siesta(DAY, '13:05'), siesta(DAY, '13:09'), true],
    ['the same minute', siesta(DAY, '13:05'), siesta(DAY, '13:05'), true],
    ['ten minutes apart', siesta(DAY, '13:00'), siesta(DAY, '13:10'), true],
    ['eleven minutes apart', siesta(DAY, '13:00'), siesta(DAY, '13:11'), false],
    ['one ended, one still open', siesta(DAY, '13:05', '14:20'), siesta(DAY, '13:09'), true],
    ['both ended, overlapping', siesta(DAY, '13:05', '14:20'), siesta(DAY, '13:09', '14:00'), true],
    [
      'two attempts, one after the other',
      siesta(DAY, '13:00', '13:05'),
      siesta(DAY, '13:05', '14:00'),
      false,
    ],
    ['a second attempt that still runs', siesta(DAY, '13:00', '13:05'), siesta(DAY, '13:08'), false],
    ['a nap and a night', siesta(DAY, '19:30'), noche(DAY, '19:31'), false],
    ['two nights across midnight', noche(DAY, '23:57'), noche('2025-08-12', '00:03', '07:00'), true],
    ['the same time on two days', siesta(DAY, '13:05'), siesta('2025-08-12', '13:05'), false],
    [
      'an end that the earlier start would move',
      siesta('2025-10-26', '01:53'),
      siesta('2025-10-26', '02:01', '02:00'),
      false,
    ],
    ['two wake-ups', despertar(DAY, '08:20'), despertar(DAY, '08:20'), false],
    ['a start that is missing', siesta(DAY, null, '14:00'), siesta(DAY, '13:05', '14:00'), false],
    ['the start in its older field', recordOf('siesta', DAY, { time: '13:05' }), siesta(DAY, '13:07'), true],
  ])('%s', (_what, a, b, expected) => {
    expect([areTwins(a, b, MADRID), areTwins(b, a, MADRID)]).toEqual([expected, expected])
    // What the carer is asked about is counted as one until they have answered.
    if (expected && a.type === 'siesta') expect(napsOf([a, b], MADRID)).toHaveLength(1)
  })
})

describe('areTwinsOfDay', () => {
  const TODAY = '2025-08-12'
  const night = (end: string | null) => twinsOf(noche(DAY, '20:30', end), noche(DAY, '20:35', end))

  it.each([
    ['a night that ended this morning', night('07:00'), TODAY, true],
    ['a night that goes on', night(null), TODAY, true],
    ['a night, on the day it began', night('07:00'), DAY, true],
    [
      'a nap of yesterday',
      twinsOf(siesta(DAY, '13:05', '14:00'), siesta(DAY, '13:06', '14:00')),
      TODAY,
      false,
    ],
    ['a night of yesterday that ended before midnight', night('23:00'), TODAY, false],
  ])('%s', (_what, twins, date, expected) => {
    expect(areTwinsOfDay(twins, date, TODAY, MADRID)).toBe(expected)
  })

  it('leaves an earlier day to what began on it', () => {
    expect(areTwinsOfDay(night('07:00'), TODAY, '2025-08-13', MADRID)).toBe(false)
  })
})

describe('isHeldBy', () => {
  const [mine, theirs] = [
    recordOf('siesta', DAY, { start_time: '13:09', end_time: '14:20', quality: 'mala' }),
    siesta(DAY, '13:05'),
  ]

  it.each([
    ['what it was merged into', { ...theirs, ...mergedTwins({ keep: theirs, drop: mine }, MADRID) }, true],
    ['a twin that says less', theirs, false],
    ['one whose minutes are not stored', { ...mine, duration: 70 }, true],
    ['one whose start is in its older field', { ...mine, start_time: null, time: '13:09' }, true],
    ['another sleep', siesta(DAY, '10:00', '11:00'), false],
  ])('%s', (_what, other, expected) => {
    expect(isHeldBy(mine, other, MADRID)).toBe(expected)
  })
})

describe('findTwins', () => {
  it('pairs what belongs together, and nothing twice', () => {
    const [first, second, third] = [siesta(DAY, '13:05'), siesta(DAY, '13:08'), siesta(DAY, '13:10')]
    const [alone, night] = [siesta(DAY, '10:00', '11:00'), noche(DAY, '20:30')]
    const found = findTwins([night, third, second, first, alone], MADRID)
    expect(found).toEqual([twinsOf(third, second)])
  })

  it('finds more than one pair', () => {
    const naps = [siesta(DAY, '13:05'), siesta(DAY, '13:06'), siesta(DAY, '10:00', '11:00')]
    const late = siesta(DAY, '10:05', '11:10')
    expect(findTwins([...naps, late], MADRID)).toHaveLength(2)
  })

  it('leaves out what is known to be two, and looks on', () => {
    const [a, b, c] = [siesta(DAY, '13:05'), siesta(DAY, '13:06'), siesta(DAY, '13:07')]
    const areApart = (one: SleepRecord, other: SleepRecord) => one === a && other === b
    expect(findTwins([a, b, c], MADRID, areApart)).toEqual([twinsOf(a, c)])
    expect(findTwins([a, b], MADRID, areApart)).toEqual([])
  })

  it('keeps the same one on every phone', () => {
    const [a, b] = [siesta(DAY, '13:05'), siesta(DAY, '13:06')]
    expect(twinsOf(a, b)).toEqual(twinsOf(b, a))
  })
})

describe('mergedTwins', () => {
  it('takes the earlier start, the end that is there, and all that was noted', () => {
    const mine = siesta(DAY, '13:05')
    const theirs = {
      ...siesta(DAY, '13:09', '14:30'),
      wake_ups: 2,
      feedings: 1,
      quality: 'buena' as const,
      disturbances: ['teething' as const],
    }
    const noted = { ...mine, diaper_changes: 1, quality: 'mala' as const, disturbances: ['fever' as const] }
    expect(mergedTwins(twinsOf(noted, theirs), MADRID)).toEqual({
      date: DAY,
      start_time: '13:05',
      end_time: '14:30',
      duration: 85,
      wake_ups: 2,
      quality: 'mala',
      disturbances: ['fever', 'teething'],
      feedings: 1,
      diaper_changes: 1,
      taps: [],
    })
  })

  it('stays open when both are, and keeps the only quality', () => {
    const pair = twinsOf(siesta(DAY, '13:05'), { ...siesta(DAY, '13:09'), quality: 'regular' })
    expect(mergedTwins(pair, MADRID)).toMatchObject({ end_time: null, duration: null, quality: 'regular' })
  })

  it('takes the date of the earlier start', () => {
    const pair = twinsOf(noche(DAY, '23:57'), noche('2025-08-12', '00:03', '07:00'))
    expect(mergedTwins(pair, MADRID)).toMatchObject({
      date: DAY,
      start_time: '23:57',
      end_time: '07:00',
      duration: 423,
    })
  })

  it('has every tap once, and counts no fewer than those', () => {
    const [first, second, third] = [TAPS[0], TAPS[1], TAPS[2]].flatMap((tap) => tap ?? [])
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('Taps are missing')
    const mine = { ...siesta(DAY, '13:05'), wake_ups: 2, taps: [first, second] }
    const theirs = { ...siesta(DAY, '13:09'), wake_ups: 2, taps: [second, third] }
    expect(mergedTwins(twinsOf(mine, theirs), MADRID)).toMatchObject({
      wake_ups: 3,
      taps: [first, second, third],
    })
    expect(mergedTwins(twinsOf({ ...mine, wake_ups: 7 }, theirs), MADRID)).toMatchObject({ wake_ups: 7 })
  })

  const noted = fc.record({
    wake_ups: fc.nat({ max: 10 }),
    quality: fc.option(fc.constantFrom(...QUALITIES)),
    disturbances: fc.subarray([...DISTURBANCES]),
    feedings: fc.nat({ max: 99 }),
    diaper_changes: fc.nat({ max: 99 }),
    taps: fc.subarray(TAPS),
  })
  const minutes = fc.nat({ max: 3000 })
  const sleep = (startAt: number, lengthMin: number | null, about: Partial<SleepRecord>) =>
    recordOf('siesta', localDateAt(startAt, MADRID), {
      start_time: localTimeAt(startAt, MADRID),
      end_time: lengthMin === null ? null : localTimeAt(startAt + lengthMin * MINUTE_MS, MADRID),
      ...about,
    })
  const twins = fc
    .record({
      // The nights with a change of hour are among them.
      startAt: minutes.map((minute) => Date.UTC(2025, 9, 25) + minute * MINUTE_MS),
      laterMin: fc.nat({ max: 10 }),
      lengths: fc.tuple(
        fc.option(fc.integer({ min: 11, max: 700 })),
        fc.option(fc.integer({ min: 11, max: 700 })),
      ),
      notes: fc.tuple(noted, noted),
    })
    .map(({ startAt, laterMin, lengths, notes }) => [
      sleep(startAt, lengths[0], notes[0]),
      sleep(startAt + laterMin * MINUTE_MS, lengths[1], notes[1]),
    ])
    .filter((pair): pair is [SleepRecord, SleepRecord] => pair.length === 2)
    // A wall time that the autumn night shows twice is read as the first, so these two aren't taken for twins.
    .filter(([a, b]) => areTwins(a, b, MADRID))

  it('is the same from both phones, and the same when done again', () => {
    fc.assert(
      fc.property(twins, ([a, b]) => {
        const once = mergedTwins({ keep: a, drop: b }, MADRID)
        expect(mergedTwins({ keep: b, drop: a }, MADRID)).toEqual(once)
        expect(mergedTwins({ keep: { ...a, ...once }, drop: b }, MADRID)).toEqual(once)
      }),
    )
  })

  it('covers both: nothing that was slept or noted is less than before', () => {
    fc.assert(
      fc.property(twins, ([a, b]) => {
        const merged = { ...a, ...mergedTwins({ keep: a, drop: b }, MADRID) }
        for (const one of [a, b]) {
          expect(startAtOf(merged, MADRID)).toBeLessThanOrEqual(startAtOf(one, MADRID) ?? 0)
          expect(merged.feedings).toBeGreaterThanOrEqual(one.feedings)
          expect(merged.taps).toEqual(expect.arrayContaining([...one.taps]))
          expect(merged.disturbances).toEqual(expect.arrayContaining(one.disturbances))
        }
        const slept = [a, b].flatMap((one) => sleepInterval(one, MADRID)?.endAt ?? [])
        expect(sleepInterval(merged, MADRID)?.endAt ?? null).toBe(
          slept.length === 0 ? null : Math.max(...slept),
        )
      }),
    )
  })
})
