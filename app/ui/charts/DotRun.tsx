import styles from './DotRun.module.css'
import { type DotScale, placeFromTop } from './dot-scale.ts'

interface DotRunProps {
  /** One for each day, oldest first; null: not known. */
  values: readonly (number | null)[]
  /** A line at what is usual. */
  usual: number | null
  /** A band in which half of the values lie. */
  band?: { from: number; to: number } | null
  scale: DotScale
}

/** The drawing is stretched to its place; dots and lines keep their size. */
const HEIGHT = 100

/** A run of days as dots: how much it varies shows beside what is usual. */
export function DotRun({ values, usual, band = null, scale }: DotRunProps) {
  const y = (value: number) => Number((placeFromTop(value, scale) * HEIGHT).toFixed(1))
  // A line without length is drawn as its two round ends: a dot.
  const dots = values.flatMap((value, day) => (value === null ? [] : `M${day + 0.5} ${y(value)}h0`)).join('')
  return (
    <svg
      className={styles.run}
      viewBox={`0 0 ${values.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {band && (
        <rect
          className={styles.band}
          width={values.length}
          y={y(band.to)}
          height={Math.max(1, y(band.from) - y(band.to))}
        />
      )}
      {usual !== null && <path className={styles.usual} d={`M0 ${y(usual)}H${values.length}`} />}
      {dots !== '' && <path className={styles.dots} d={dots} />}
    </svg>
  )
}
