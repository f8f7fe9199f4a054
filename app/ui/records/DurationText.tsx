import { Fragment } from 'react'
import { formatDuration } from '../../../core/records/durations.ts'
import styles from './DurationText.module.css'

interface DurationTextProps {
  minutes: number
  /** readout: the number of a screen · live: a running sleep · total: the day's sum · inline: as the text around it. */
  size: 'readout' | 'live' | 'total' | 'inline'
  /** Not a value yet. */
  dim?: boolean
}

/** A duration with small units: 1h 30m. */
export function DurationText({ minutes, size, dim = false }: DurationTextProps) {
  const parts = formatDuration(minutes).split(' ')
  return (
    <span className={`${styles[size]} num ${dim ? styles.dim : ''}`}>
      {parts.map((part, index) => (
        <Fragment key={part.at(-1)}>
          {index > 0 && ' '}
          <span className={styles.part}>
            {part.slice(0, -1)}
            <span className={styles.unit}>{part.at(-1)}</span>
          </span>
        </Fragment>
      ))}
    </span>
  )
}
