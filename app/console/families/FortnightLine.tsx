import type { OverviewDay } from '../../../core/overview/overview-day.ts'
import { families as words } from '../../words/console/families.es.ts'
import { barHeights, TALLEST } from './bar-heights.ts'
import styles from './FortnightLine.module.css'

const STEP = 9
const BAR = 7
const SIGN = 6
const WIDTH = 14 * STEP - (STEP - BAR)
const HEIGHT = SIGN + 2 + TALLEST + 2 + SIGN
const GROUND = SIGN + 2 + TALLEST

/**
 * A fortnight of days as bars, as tall as the family's own days differ. The status shows by colour and by shape: a sign
 * below or above the bar, a hollow bar where nothing can be said, a dot where nothing was logged. Null: not read yet.
 */
export function FortnightLine({ days }: { days: readonly OverviewDay[] | null }) {
  if (days === null)
    return <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" />
  const paths = { under: '', within: '', over: '', unknown: '', none: '' }
  const heightOf = barHeights(days)
  for (const [index, { minutes, status }] of days.entries()) {
    const x = index * STEP
    if (minutes === null) paths.none += `M${x + 2} ${GROUND - 3}h3v3h-3z`
    else if (status === 'unknown') paths.unknown += hollow(x, heightOf(minutes))
    else paths[status] += bar(x, heightOf(minutes)) + signOf(x, status)
  }
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={words.fortnight(days)}
    >
      {Object.entries(paths).map(
        ([status, path]) => path !== '' && <path key={status} className={styles[status]} d={path} />,
      )}
    </svg>
  )
}

function bar(x: number, height: number): string {
  return `M${x} ${GROUND - height}h${BAR}v${height}h-${BAR}z`
}

/** The same bar, its line of one unit within its outline. */
function hollow(x: number, height: number): string {
  return `M${x + 0.5} ${GROUND + 0.5 - height}h${BAR - 1}v${height - 1}h-${BAR - 1}z`
}

function signOf(x: number, status: OverviewDay['status']): string {
  if (status === 'under') return `M${x} ${GROUND + 2}h${BAR}l-${BAR / 2} ${SIGN}z`
  return status === 'over' ? `M${x} ${SIGN}h${BAR}l-${BAR / 2} -${SIGN}z` : ''
}
