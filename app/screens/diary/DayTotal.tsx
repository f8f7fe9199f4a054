import { diary } from '../../copy.es.ts'
import { Measure } from '../../ui/Measure.tsx'
import styles from './DayTotal.module.css'

/** The sum of the day, with the sleep in progress when it belongs to it. */
export function DayTotal({ minutes, withRunning }: { minutes: number; withRunning: boolean }) {
  return (
    <div className={styles.total}>
      <div className={styles.row}>
        <h2>{diary.total}</h2>
        <Measure minutes={minutes} size="total" />
      </div>
      {withRunning && <p>{diary.totalWithRunning}</p>}
    </div>
  )
}
