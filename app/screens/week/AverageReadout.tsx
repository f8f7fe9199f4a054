import { week } from '../../copy.es.ts'
import { Measure } from '../../ui/Measure.tsx'
import styles from './AverageReadout.module.css'

/** The number of the screen. */
export function AverageReadout({ averageMin, hasSleep }: { averageMin: number | null; hasSleep: boolean }) {
  return (
    <div className={styles.readout}>
      <p className={styles.label}>{week.average}</p>
      <div className={styles.line}>
        <output>
          {averageMin === null ? (
            <span className={styles.none}>{week.noAverage}</span>
          ) : (
            <Measure minutes={averageMin} size="readout" />
          )}
        </output>
        {averageMin === null && hasSleep && <p className={styles.hint}>{week.noAverageHint}</p>}
      </div>
    </div>
  )
}
