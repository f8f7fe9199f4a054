import { type LocalDate, shortWeekday } from '../../../core/time/time.ts'
import type { SleepDiary } from '../../../core/week/sleep-diary.ts'
import { DisturbanceIcon } from '../../ui/records/DisturbanceIcon.tsx'
import { paper } from '../../words/printed-diary.es.ts'
import { disturbances } from '../../words/screens.es.ts'
import styles from './DisturbanceNotes.module.css'

/** What the carers noted beside the sleeps, each with its days. */
export function DisturbanceNotes({ notes }: { notes: SleepDiary['notes'] }) {
  return (
    <section className={styles.notes}>
      <h3>{paper.disturbances}</h3>
      {notes.length === 0 ? (
        <p>{paper.noDisturbances}</p>
      ) : (
        <dl>
          {notes.map(({ disturbance, runs }) => (
            <div key={disturbance}>
              <dt>
                <DisturbanceIcon disturbance={disturbance} />
                {disturbances[disturbance]}
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
