import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeNapsCount,
  DEFAULT_PLAN,
  defaultNap,
  type NapsCount,
  type PlanRhythm,
  planShape,
  wakeWindowAfter,
} from './plan.ts'
import { formatWakeWindow } from './wake-windows.ts'

describe('the default plan', () => {
  it('is that of the rules', () => {
    expect(DEFAULT_PLAN).toEqual({
      first_wake_window: '1h 30min',
      naps_count: 3,
      naps: [
        { duration: 90, wakeWindow: '2h 15min' },
        { duration: 120, wakeWindow: '2h 30min' },
        { duration: 45, wakeWindow: '2h 45min' },
      ],
      night_bedtime: '19:30',
      reminders: false,
    })
  })

  it.each([
    [0, 90, '2h 15min'],
    [1, 120, '2h 30min'],
    [2, 45, '2h 45min'],
    [3, 30, '2h 00min'],
    [4, 60, '2h 00min'],
    [9, 60, '2h 00min'],
  ])('has at %i a nap of %i min, then %s', (index, duration, wakeWindow) => {
    expect(defaultNap(index)).toEqual({ duration, wakeWindow })
  })

  it('gives each caller a nap of its own', () => {
    defaultNap(0).duration = 15
    expect(defaultNap(0).duration).toBe(90)
  })
})

describe('changeNapsCount', () => {
  const own = [
    { duration: 60, wakeWindow: '1h 45min' },
    { duration: 75, wakeWindow: '2h 05min' },
    { duration: 30, wakeWindow: '3h 00min' },
  ]

  it.each<[NapsCount, object[]]>([
    [2, own.slice(0, 2)],
    [3, own],
    [4, [...own, defaultNap(3)]],
  ])('to %i keeps what there is and adds defaults', (count, naps) => {
    expect(changeNapsCount(own, count)).toEqual(naps)
  })

  it('builds all of them from nothing', () => {
    expect(changeNapsCount([], 2)).toEqual([defaultNap(0), defaultNap(1)])
  })
})

describe('wakeWindowAfter', () => {
  it.each([
    [0, '1h 30min'],
    [1, '2h 15min'],
    [2, '2h 30min'],
    [3, '2h 45min'],
    [4, '2h 45min'],
    [9, '2h 45min'],
  ])('%i naps of the default plan: %s', (naps, text) => {
    expect(wakeWindowAfter(DEFAULT_PLAN, naps)).toBe(text)
  })

  it('lets naps_count decide where the list is longer', () => {
    expect(wakeWindowAfter({ ...DEFAULT_PLAN, naps_count: 2 }, 3)).toBe('2h 30min')
  })

  it('repeats the last one where the list is shorter', () => {
    expect(wakeWindowAfter({ ...DEFAULT_PLAN, naps_count: 4 }, 4)).toBe('2h 45min')
    expect(wakeWindowAfter({ ...DEFAULT_PLAN, naps: [] }, 2)).toBe('1h 30min')
  })
})

describe('planShape', () => {
  it('draws the default plan to scale', () => {
    // The 795 min from the wake-up to bedtime are 94 % of the ribbon.
    const at = (minutes: number) => expect.closeTo((minutes / 795) * 0.94, 10)
    expect(planShape(DEFAULT_PLAN)).toEqual({
      naps: [
        { start: at(90), end: at(180) },
        { start: at(315), end: at(435) },
        { start: at(585), end: at(630) },
      ],
      nightStart: 0.94,
      dayMin: 795,
    })
  })

  it('draws only the naps that count', () => {
    expect(planShape({ ...DEFAULT_PLAN, naps_count: 2 })?.naps).toHaveLength(2)
  })

  it('draws nothing from a malformed window, but takes one that does not count', () => {
    const naps = [defaultNap(0), defaultNap(1), { duration: 45, wakeWindow: 'mucho' }]
    expect(planShape({ ...DEFAULT_PLAN, first_wake_window: '' })).toBeNull()
    expect(planShape({ ...DEFAULT_PLAN, naps })).toBeNull()
    expect(planShape({ ...DEFAULT_PLAN, naps, naps_count: 2 })).not.toBeNull()
  })

  it('stays on the ribbon and in order for any plan', () => {
    const nap = fc.record({
      duration: fc.integer({ min: 1, max: 12 }).map((stop) => stop * 15),
      wakeWindow: fc.integer({ min: 1, max: 720 }).map(formatWakeWindow),
    })
    const plan: fc.Arbitrary<PlanRhythm> = fc.record({
      first_wake_window: fc.integer({ min: 1, max: 720 }).map(formatWakeWindow),
      naps_count: fc.constantFrom<NapsCount[]>(2, 3, 4),
      naps: fc.array(nap, { minLength: 2, maxLength: 4 }),
    })
    fc.assert(
      fc.property(plan, (any) => {
        const shape = planShape(any)
        const edges = [0, ...(shape?.naps ?? []).flatMap(({ start, end }) => [start, end]), 0.94]
        expect(edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? 1))).toBe(true)
        expect(shape?.naps).toHaveLength(Math.min(any.naps_count, any.naps.length))
      }),
    )
  })
})
