import { expect, it } from 'vitest'
import { DEFAULT_PLAN, planShape } from '../../../core/plan/plan.ts'
import { onOneScale } from './one-scale.ts'

it('draws the shorter day shorter by as much as it is', () => {
  const long = planShape(DEFAULT_PLAN)
  const short = planShape({ ...DEFAULT_PLAN, naps_count: 2 })
  if (long === null || short === null) throw new Error('both plans have a day')
  const [drawnLong, drawnShort] = onOneScale(long, short)
  expect(drawnLong).toEqual(long)
  expect(drawnShort.nightStart / drawnLong.nightStart).toBeCloseTo(short.dayMin / long.dayMin)
  expect(onOneScale(short, long)).toEqual([drawnShort, drawnLong])
  // The first nap begins at the same minute of both.
  expect(drawnShort.naps[0]?.start).toBeCloseTo(drawnLong.naps[0]?.start ?? 0)
})
