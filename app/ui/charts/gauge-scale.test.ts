import { describe, expect, it } from 'vitest'
import { gaugeScale } from './gauge-scale.ts'

describe('gaugeScale', () => {
  it('draws 13h 30m – 14h 30m between 11h 30m and 16h', () => {
    const scale = gaugeScale({ minMin: 810, maxMin: 870 })
    expect([scale.fromMin, scale.toMin]).toEqual([690, 960])
    expect(scale.fractionOf(810)).toBeCloseTo(0.4444, 4)
  })

  it('keeps the band in its place for the wider ranges of older children', () => {
    const baby = gaugeScale({ minMin: 930, maxMin: 990 })
    const child = gaugeScale({ minMin: 660, maxMin: 840 })
    expect(child.fractionOf(660)).toBeCloseTo(baby.fractionOf(930), 10)
    expect(child.fractionOf(840)).toBeCloseTo(baby.fractionOf(990), 10)
  })

  it('holds what lies outside at the ends', () => {
    const scale = gaugeScale({ minMin: 810, maxMin: 870 })
    expect(scale.fractionOf(45)).toBe(0)
    expect(scale.fractionOf(1500)).toBe(1)
    expect([690, 689, 960, 961].map(scale.sideOf)).toEqual([null, 'below', null, 'above'])
  })
})
