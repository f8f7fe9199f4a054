import type { PlanShape } from '../../../core/plan/plan.ts'
import type { PlanHours } from '../../../core/plan/plan-hours.ts'
import { barStyle } from './bar-style.ts'
import styles from './PlanRibbon.module.css'
import { percent } from './percent.ts'

/** Wider than any gutter: the night goes on beyond the screen. */
const RUN_OFF_PX = 40
/** Below this share of the narrowest tape (288 px) a digit doesn't fit in its bar. */
const ROOM_FOR_NUMBER = 11 / 288

interface PlanRibbonProps {
  label: string
  shape: PlanShape
  hours: PlanHours
  /** Under the hours: from which wake-up they count. */
  caption: string
}

/** The plan's day from the wake-up to the night, with the hours it has when it begins as usual. */
export function PlanRibbon({ label, shape, hours, caption }: PlanRibbonProps) {
  // A nap is its place in the plan, so that its bar glides when the plan changes.
  const naps = shape.naps.map((nap, index) => ({ ...nap, napNumber: index + 1 }))
  return (
    <figure className={styles.ribbon}>
      <svg className={styles.tape} role="img" aria-label={label}>
        {naps.map(({ start, end, napNumber }) => (
          <g key={napNumber}>
            <rect className={styles.nap} y={7} height={42} rx={5} style={barStyle({ start, end })} />
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
        {hours.ticks.map(({ at }) => (
          <line key={at} className={styles.tick} x1={percent(at)} x2={percent(at)} y1={52} y2={56} />
        ))}
        <path className={styles.wake} d="M-5.5 -7h11L0 1Z" />
      </svg>
      <svg className={styles.hours} aria-hidden="true">
        {hours.ticks.map(({ hour, at }) => (
          <text key={at} className={`${styles.hour} num`} x={percent(at)} y="1em">
            {hour}
          </text>
        ))}
      </svg>
      <figcaption className={`${styles.caption} num`}>{caption}</figcaption>
    </figure>
  )
}
