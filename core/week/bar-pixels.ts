/** What is drawn of a sleep is never narrower, however short it was. CSS pixels. */
export const MIN_BAR_PX = 8

/**
 * Where a bar is drawn on an axis `widthPx` wide: at least 8 px, moved back inside where it would leave the
 * axis's end.
 * @example barPixels({ start: 0.99, end: 1 }, 240) // { x: 232, width: 8 }
 */
export function barPixels(
  bar: { start: number; end: number },
  widthPx: number,
): { x: number; width: number } {
  const width = Math.min(widthPx, Math.max(MIN_BAR_PX, (bar.end - bar.start) * widthPx))
  return { x: Math.max(0, Math.min(bar.start * widthPx, widthPx - width)), width }
}
