import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noche } from '../testing/records.ts'
import type { SleepRecord } from './sleep-record.ts'
import {
  addTapTo,
  leastCount,
  MAX_TAPS,
  TAP_KINDS,
  TAP_LIMITS,
  type Tap,
  type TapChange,
  tapsUnited,
  withoutTap,
  withTapChange,
  withTapsCounted,
} from './taps.ts'
import { surplusTaps, tapsOf } from './taps-in-order.ts'

const night = noche('2025-08-11', '21:00')
const waking = (id: string, time = '03:10'): Tap => ({ id, kind: 'wake_ups', time })

const tap = fc.record({
  id: fc.integer({ min: 0, max: 12 }).map((id) => `t${id}`),
  kind: fc.constantFrom(...TAP_KINDS),
  time: fc.constantFrom('21:30', '23:59', '00:00', '03:10'),
})
/** Taps with the same id are the same tap, whichever phone sends them. */
const taps = fc.uniqueArray(tap, { selector: ({ id }) => id, maxLength: 8 })
const counts = fc.record({ wake_ups: fc.nat(10), feedings: fc.nat(99), diaper_changes: fc.nat(99) })
const record = fc
  .tuple(taps, counts)
  .map(([some, noted]) => withTapsCounted({ ...night, ...noted, taps: tapsUnited(some, []) }))
describe('a tap', () => {
  it('counts one more of its kind, and keeps its time', () => {
    const once = addTapTo(night, waking('a'))
    expect(once).toEqual({ ...night, wake_ups: 1, taps: [waking('a')] })
    expect(addTapTo({ ...night, feedings: 3 }, { id: 'b', kind: 'feedings', time: '04:45' })).toMatchObject({
      feedings: 4,
      wake_ups: 0,
    })
  })

  it('taken back is gone, and one that is not there takes nothing away', () => {
    const noted = { ...night, wake_ups: 2 }
    expect(withoutTap(addTapTo(noted, waking('a')), waking('a'))).toEqual(noted)
    expect(withoutTap(noted, waking('a'))).toBe(noted)
  })

  it('is kept at the top of its count, which does not rise any more', () => {
    const full = { ...night, wake_ups: 10 }
    const more = addTapTo(full, waking('a'))
    expect(more).toMatchObject({ wake_ups: 10, taps: [waking('a')] })
  })

  it('taken back at the top lowers the count only where fewer are left', () => {
    const eleven = Array.from({ length: 11 }, (_, index) => waking(`t${index}`)).reduce<SleepRecord>(
      addTapTo,
      night,
    )
    expect(eleven.wake_ups).toBe(10)
    const ten = withoutTap(eleven, waking('t3'))
    expect(ten.wake_ups).toBe(10)
    expect(withoutTap(ten, waking('t4')).wake_ups).toBe(9)
  })

  it('is not kept where there is no room', () => {
    const full = { ...night, taps: Array.from({ length: MAX_TAPS }, (_, index) => waking(`t${index}`)) }
    expect(addTapTo(full, waking('more'))).toBe(full)
    expect(withoutTap(full, waking('t0')).taps).toHaveLength(MAX_TAPS - 1)
  })

  it('that is counted already changes the list only, unless the list says more', () => {
    const noted = { ...night, wake_ups: 1 }
    const told = withTapChange(noted, { tap: waking('a'), counted: true })
    expect(told).toEqual({ ...noted, taps: [waking('a')] })
    expect(withTapChange(told, { tap: waking('b'), counted: true }).wake_ups).toBe(2)
    expect(withTapChange(told, { tap: waking('a'), counted: true, undone: true })).toEqual(noted)
  })

  it('sent twice counts once', () => {
    fc.assert(
      fc.property(record, tap, fc.boolean(), (before, one, isUndone) => {
        const change: TapChange = isUndone ? { tap: one, undone: true } : { tap: one }
        const once = withTapChange(before, change)
        expect(withTapChange(once, change)).toBe(once)
      }),
    )
  })

  it('adds up with others in whatever order they come', () => {
    fc.assert(
      fc.property(record, taps, fc.nat(), (before, some, turn) => {
        const others = [...some.slice(turn % 8), ...some.slice(0, turn % 8)]
        const after = some.reduce(addTapTo, before)
        expect(others.reduce(addTapTo, before)).toEqual(after)
        const fresh = some.filter(({ id }) => before.taps.every((known) => known.id !== id))
        for (const kind of TAP_KINDS) {
          const added = fresh.filter((one) => one.kind === kind).length
          expect(after[kind]).toBe(Math.min(before[kind] + added, TAP_LIMITS[kind]))
        }
        expect(after.taps).toHaveLength(before.taps.length + fresh.length)
      }),
    )
  })

  it('never leaves a count below its taps', () => {
    fc.assert(
      fc.property(record, fc.array(fc.tuple(tap, fc.boolean())), (before, changes) => {
        const after = changes.reduce(
          (row, [one, isUndone]) => (isUndone ? withoutTap(row, one) : addTapTo(row, one)),
          before,
        )
        for (const kind of TAP_KINDS) {
          expect(after[kind]).toBeGreaterThanOrEqual(leastCount(after.taps, kind))
          expect(after[kind]).toBeLessThanOrEqual(TAP_LIMITS[kind])
        }
      }),
    )
  })
})

describe('what is told of the taps', () => {
  it('puts those after midnight behind those before it', () => {
    const tapped = [waking('a', '03:10'), waking('b', '23:50'), waking('c', '21:00')].reduce<SleepRecord>(
      addTapTo,
      night,
    )
    expect(tapsOf(tapped, 'wake_ups').map(({ time }) => time)).toEqual(['21:00', '23:50', '03:10'])
    expect(tapsOf(tapped, 'feedings')).toEqual([])
    expect(tapsOf({ ...tapped, start_time: null }, 'wake_ups').map(({ time }) => time)).toEqual([
      '03:10',
      '21:00',
      '23:50',
    ])
  })

  it('gives up the last ones where a carer counts fewer', () => {
    const tapped = [waking('a', '03:10'), waking('b', '23:50')].reduce<SleepRecord>(addTapTo, night)
    expect(surplusTaps(tapped, 'wake_ups', 1)).toEqual([waking('a', '03:10')])
    expect(surplusTaps(tapped, 'wake_ups', 2)).toEqual([])
    expect(surplusTaps(tapped, 'wake_ups', -1)).toHaveLength(2)
    expect(surplusTaps(tapped, 'wake_ups', 10)).toEqual([])
  })

  it('puts two lists together the same way round and the other', () => {
    fc.assert(
      fc.property(taps, taps, (some, others) => {
        const told = new Map(some.map((one) => [one.id, one]))
        const same = others.map((one) => told.get(one.id) ?? one)
        const both = tapsUnited(some, same)
        expect(tapsUnited(same, some)).toEqual(both)
        expect(tapsUnited(both, some)).toEqual(both)
        expect(new Set(both.map(({ id }) => id)).size).toBe(both.length)
      }),
    )
  })
})
