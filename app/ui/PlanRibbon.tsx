import type { PlanShape } from '../../core/plan.ts'
import { MIN_BAR_PX } from '../../core/weekly-pattern.ts'
import styles from './PlanRibbon.module.css'
import { percent } from './percent.ts'

/** Wider than any gutter: the night goes on beyond the screen. */
const RUN_OFF_PX = 40
/** Below this share of the narrowest tape (288 px) a digit doesn't fit in its bar. */
const ROOM_FOR_NUMBER = 11 / 288

/** The plan's day as a shape, without hours: from the wake-up to the night. */
export function PlanRibbon({ label, shape }: { label: string; shape: PlanShape }) {
  // A nap is its place in the plan, so that its bar glides when the plan changes.
  const naps = shape.naps.map((nap, index) => ({ ...nap, napNumber: index + 1 }))
  return (
    <div className={styles.ribbon}>
      <svg role="img" aria-label={label}>
        {naps.map(({ start, end, napNumber }) => (
          <g key={napNumber}>
            <rect
              className={styles.nap}
              y={7}
              height={42}
              rx={5}
              style={{ x: percent(start), width: `max(${MIN_BAR_PX}px, ${percent(end - start)})` }}
            />
            {end - start >= ROOM_FOR_NUMBER && (
              <text className={styles.number} x={percent((start + end) / 2)} y={33}>
                {napNumber}
              </text>
            )}
          </g>
        ))}
        <rect
          className={styles.night}
          y={7}
          height={42}
          rx={5}
          style={{
            x: percent(shape.nightStart),
            width: `calc(${percent(1 - shape.nightStart)} + ${RUN_OFF_PX}px)`,
          }}
        />
        <path className={styles.wake} d="M-5.5 -7h11L0 1Z" />
      </svg>
    </div>
  )
}
