/** A share of a width or a height, as CSS and SVG write it. @example percent(1 / 3) // '33.333%' */
export function percent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(3))}%`
}
