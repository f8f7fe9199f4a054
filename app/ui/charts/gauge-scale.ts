import type { SleepSpan } from '../../../core/baby/literature.ts'

/** Where minutes of sleep lie on the gauge: `fromMin` at 0, `toMin` at 1. */
export interface GaugeScale {
  fromMin: number
  toMin: number
  /** 0 to 1; what lies outside stays at its end. */
  fractionOf: (minutes: number) => number
  /** On which side the minutes lie outside, if they do. */
  sideOf: (minutes: number) => 'below' | 'above' | null
}

/**
 * Two widths of the range below it and one and a half above: whatever the age, the band keeps its
 * place, so the gauge doesn't jump from week to week and its labels never meet.
 */
export function gaugeScale(range: SleepSpan): GaugeScale {
  const width = range.maxMin - range.minMin
  const fromMin = range.minMin - 2 * width
  const toMin = range.maxMin + 1.5 * width
  return {
    fromMin,
    toMin,
    fractionOf: (minutes) => Math.min(1, Math.max(0, (minutes - fromMin) / (toMin - fromMin))),
    sideOf: (minutes) => (minutes < fromMin ? 'below' : minutes > toMin ? 'above' : null),
  }
}
