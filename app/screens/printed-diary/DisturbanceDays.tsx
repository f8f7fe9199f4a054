import { type LocalDate, shortWeekday } from '../../../core/time/time.ts'
import type { SleepDiary } from '../../../core/week/sleep-diary.ts'
import { DisturbanceIcon } from '../../ui/records/DisturbanceIcon.tsx'
import { paper } from '../../words/printed-diary.es.ts'
import { disturbances as names } from '../../words/screens.es.ts'
import styles from './DisturbanceDays.module.css'

/** What the carers logged beside the sleeps, each with its days. */
export function DisturbanceDays({ disturbances }: { disturbances: SleepDiary['disturbances'] }) {
  return (
    <section className={styles.list}>
      <h3>{paper.disturbances}</h3>
      {disturbances.length === 0 ? (
        <p>{paper.noDisturbances}</p>
      ) : (
        <dl>
          {disturbances.map(({ disturbance, runs }) => (
            <div key={disturbance}>
              <dt>
                <DisturbanceIcon disturbance={disturbance} />
                {names[disturbance]}
              </dt>
              <dd>{runs.map(runText).join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** 'mar 29', or 'mar 29 – jue 31'. */
function runText({ from, to }: { from: LocalDate; to: LocalDate }): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
}

function dayText(date: LocalDate): string {
  return `${shortWeekday(date)} ${Number(date.slice(8))}`
}
