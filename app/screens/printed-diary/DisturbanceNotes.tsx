import type { SleepDiary } from '../../../core/sleep-diary.ts'
import type { LocalDate } from '../../../core/sleep-record.ts'
import { shortWeekday } from '../../../core/time.ts'
import { disturbances } from '../../copy.es.ts'
import { paper } from '../../copy-printed-diary.es.ts'
import { DisturbanceIcon } from '../../ui/DisturbanceIcon.tsx'
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
