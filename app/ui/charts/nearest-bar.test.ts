import { describe, expect, it } from 'vitest'
import { nearestBarIndex } from './nearest-bar.ts'

const nap = { start: 0.1, end: 0.2 }
const night = { start: 0.5, end: 0.9 }
const AXIS_PX = 200

describe('nearestBarIndex', () => {
  it('picks the bar under the tap', () => {
    expect(nearestBarIndex([nap, night], 30, AXIS_PX)).toBe(0)
    expect(nearestBarIndex([nap, night], 120, AXIS_PX)).toBe(1)
  })

  it('picks the nearer bar between two', () => {
    expect(nearestBarIndex([nap, night], 60, AXIS_PX)).toBe(0)
    expect(nearestBarIndex([nap, night], 80, AXIS_PX)).toBe(1)
  })

  it('picks the one on top where bars overlap', () => {
    expect(nearestBarIndex([night, { start: 0.6, end: 0.7 }], 130, AXIS_PX)).toBe(1)
  })

  it('knows that a bar of some minutes is drawn 8 px wide', () => {
    const blink = { start: 0.995, end: 1 }
    expect(nearestBarIndex([{ start: 0.9, end: 0.94 }, blink], 193, AXIS_PX)).toBe(1)
  })

  it('says -1 without bars', () => {
    expect(nearestBarIndex([], 10, AXIS_PX)).toBe(-1)
  })
})
