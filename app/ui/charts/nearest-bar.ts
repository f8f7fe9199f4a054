import { barPixels } from '../../../core/week/bar-pixels.ts'

/**
 * The bar nearest to a tap, both in CSS pixels from the axis' left end; a bar under the tap wins.
 * Of bars that lie over each other the last is the one seen. -1 without bars.
 */
export function nearestBarIndex(
  bars: readonly { start: number; end: number }[],
  tapPx: number,
  axisPx: number,
): number {
  let nearest = -1
  let nearestPx = Number.POSITIVE_INFINITY
  bars.forEach((bar, index) => {
    const { x, width } = barPixels(bar, axisPx)
    const distancePx = Math.max(x - tapPx, tapPx - (x + width), 0)
    if (distancePx <= nearestPx) {
      nearest = index
      nearestPx = distancePx
    }
  })
  return nearest
}
