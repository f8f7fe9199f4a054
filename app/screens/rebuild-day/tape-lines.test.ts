import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DrawnSleep, placeOf } from '../../../core/rebuild/rebuild-day.ts'
import { type Box, edgeOn, gripAt, LINES, lineAt, partOn, placeUnder, reachOn } from './tape-lines.ts'

const BOXES: readonly [Box, Box] = [
  { left: 20, top: 100, width: 335, height: 56 },
  { left: 20, top: 180, width: 335, height: 56 },
]

function drawn(key: number, start: string, end: string): DrawnSleep {
  return { key, type: 'siesta', isTypeChosen: false, from: placeOf(start), to: placeOf(end) }
}

describe('the line a thumb is on', () => {
  it.each([
    ['begins on the first', 120, null, 0],
    ['begins on the second', 200, null, 1],
    ['drifts down a little', 190, 0, 0],
    ['goes down', 200, 0, 1],
    ['drifts up a little', 150, 1, 1],
    ['goes up', 130, 1, 0],
  ] as const)('%s', (_what, y, current, line) => {
    expect(lineAt(y, BOXES, current)).toBe(line)
  })
})

describe('the place under a thumb', () => {
  it('is that of the hours it is over', () => {
    expect(placeUnder(20, 0, BOXES)).toBe(0)
    expect(placeUnder(187.5, 0, BOXES)).toBe(300)
    expect(placeUnder(355, 0, BOXES)).toBe(600)
    expect(placeUnder(20, 1, BOXES)).toBe(600)
    expect(placeUnder(355, 1, BOXES)).toBe(1440)
  })

  it('beside the line is its end', () => {
    expect(placeUnder(-40, 0, BOXES)).toBe(0)
    expect(placeUnder(900, 1, BOXES)).toBe(1440)
  })
})

describe('a sleep on the two lines', () => {
  it('across the fold is cut there', () => {
    const nap = drawn(1, '17:00', '19:24')
    expect(partOn(0, nap)).toEqual({ start: 0.9, end: 1, cutStart: false, cutEnd: true })
    expect(partOn(1, nap)).toEqual({ start: 0, end: 0.1, cutStart: true, cutEnd: false })
    expect(partOn(1, drawn(1, '10:00', '18:00'))).toBeNull()
    expect(partOn(0, drawn(1, '18:00', '19:00'))).toBeNull()
  })

  it('has each of its edges on one line, where a part of it is', () => {
    expect(edgeOn(600, 'from')).toEqual({ line: 1, at: 0 })
    expect(edgeOn(600, 'to')).toEqual({ line: 0, at: 1 })
    expect(edgeOn(1460, 'to')).toEqual({ line: 1, at: 1 })
    const place = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 1]
        expect(partOn(edgeOn(from, 'from').line, { from, to })?.start).toBe(edgeOn(from, 'from').at)
        expect(partOn(edgeOn(to, 'to').line, { from, to })?.end).toBe(edgeOn(to, 'to').at)
      }),
    )
  })
})

describe('what a thumb takes hold of', () => {
  const sleeps = [drawn(1, '10:00', '11:00'), drawn(2, '13:00', '14:00')]
  const logged = [{ from: 420, to: 480 }]
  const reach = reachOn(0, BOXES)
  const grip = (time: string, selectedKey: number | null = null, isOverLine = false) =>
    gripAt(placeOf(time), isOverLine, reach, { sleeps, logged, wakeUpAt: placeOf('09:45'), selectedKey })

  it.each([
    ['10:10', { kind: 'edge', key: 1, edge: 'from' }],
    ['10:50', { kind: 'edge', key: 1, edge: 'to' }],
    ['13:40', { kind: 'edge', key: 2, edge: 'to' }],
    ['12:00', { kind: 'nothing' }],
    ['15:30', { kind: 'logged' }],
  ])('at %s', (time, expected) => {
    expect(grip(time)).toEqual(expected)
  })

  it('is an edge of the selected sleep from outside, too', () => {
    expect(grip('09:30', 1)).toEqual({ kind: 'edge', key: 1, edge: 'from' })
    expect(grip('09:30')).toEqual({ kind: 'nothing' })
    expect(grip('11:35', 1)).toEqual({ kind: 'edge', key: 1, edge: 'to' })
    expect(grip('11:45', 1)).toEqual({ kind: 'nothing' })
    expect(grip('10:20', 2)).toEqual({ kind: 'edge', key: 1, edge: 'from' })
  })

  it('is the mark of the wake-up above the line, and what lies below it on the line', () => {
    expect(grip('09:50', 1, true)).toEqual({ kind: 'wake-up' })
    expect(grip('09:50', 1)).toEqual({ kind: 'edge', key: 1, edge: 'from' })
    expect(grip('12:00', null, true)).toEqual({ kind: 'nothing' })
  })
})

it('the lines are the whole tape', () => {
  expect([LINES[0].from, LINES[0].to, LINES[1].to]).toEqual([0, LINES[1].from, 1440])
})
