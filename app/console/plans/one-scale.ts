import type { PlanShape } from '../../../core/plan/plan.ts'

/** Both days on the scale of the longer one, so that their naps can be compared by eye. */
export function onOneScale(some: PlanShape, other: PlanShape): [PlanShape, PlanShape] {
  const longest = Math.max(some.dayMin, other.dayMin)
  return [shrunk(some, some.dayMin / longest), shrunk(other, other.dayMin / longest)]
}

function shrunk(shape: PlanShape, by: number): PlanShape {
  return {
    naps: shape.naps.map(({ start, end }) => ({ start: start * by, end: end * by })),
    nightStart: shape.nightStart * by,
    dayMin: shape.dayMin,
  }
}
