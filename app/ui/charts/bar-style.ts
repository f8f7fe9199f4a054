import { MIN_BAR_PX } from '../../../core/week/bar-pixels.ts'
import { percent } from './percent.ts'

/** Core's `barPixels` in CSS, for an axis that is as wide as the phone leaves it. */
export function barStyle(bar: { start: number; end: number }): { x: string; width: string } {
  return {
    x: `min(${percent(bar.start)}, 100% - ${MIN_BAR_PX}px)`,
    width: `max(${MIN_BAR_PX}px, ${percent(bar.end - bar.start)})`,
  }
}
