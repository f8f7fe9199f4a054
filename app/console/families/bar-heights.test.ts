import { expect, it } from 'vitest'
import type { OverviewDay } from '../../../core/overview/overview-day.ts'
import { barHeights, TALLEST } from './bar-heights.ts'

const day = (minutes: number | null, status: OverviewDay['status'] = 'within'): OverviewDay => ({
  date: '2026-11-20',
  minutes,
  status,
})
const heights = (...days: OverviewDay[]) =>
  days.flatMap(({ minutes }) => (minutes === null ? [] : [barHeights(days)(minutes)]))

it('goes from the shortest day of the family to the longest', () => {
  expect(heights(day(600), day(null), day(720), day(840))).toEqual([8, 18, TALLEST])
})

it('shows days that differ little as nearly alike, in the middle', () => {
  expect(heights(day(800), day(806), day(812))).toEqual([17, 18, 19])
  expect(heights(day(800))).toEqual([18])
})

it('cuts off a day that isn’t judged, which would flatten the others', () => {
  expect(heights(day(90, 'unknown'), day(600), day(840), day(1200, 'unknown'))).toEqual([2, 8, 28, 28])
  expect(heights(day(90, 'unknown'), day(290, 'unknown'))).toEqual([8, 28])
})
