import { DurationText } from '../../ui/records/DurationText.tsx'
import { week } from '../../words/screens.es.ts'
import styles from './AverageReadout.module.css'

/** The number of the screen. `hint`: what is missing where there is none. */
export function AverageReadout({ averageMin, hint }: { averageMin: number | null; hint: string | null }) {
  return (
    <div className={styles.readout}>
      <p className={styles.label}>{week.average}</p>
      <div className={styles.line}>
        <output>
          {averageMin === null ? (
            <span className={styles.none}>{week.noAverage}</span>
          ) : (
            <DurationText minutes={averageMin} size="readout" />
          )}
        </output>
        {averageMin === null && hint && <p className="hint">{hint}</p>}
      </div>
    </div>
  )
}
