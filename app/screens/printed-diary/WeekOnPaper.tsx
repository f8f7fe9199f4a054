import { literatureSleep } from '../../../core/baby/literature.ts'
import { dayMark } from '../../../core/day/day-progress.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import { type LocalDate, weekLabel } from '../../../core/time/time.ts'
import type { DiaryDay, DiaryWeek } from '../../../core/week/sleep-diary.ts'
import type { AgeRange } from '../../../core/week/weekly-pattern.ts'
import { DayTape, TapeScale } from '../../ui/charts/DayTape.tsx'
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx'
import { DisturbanceIcon } from '../../ui/records/DisturbanceIcon.tsx'
import { literature } from '../../words/literature.es.ts'
import { paper } from '../../words/printed-diary.es.ts'
import { counts, disturbances, week as words } from '../../words/screens.es.ts'
import { trend } from '../../words/trend.es.ts'
import { dayInWords } from '../shared/day-in-words.ts'
import styles from './WeekOnPaper.module.css'

interface WeekOnPaperProps {
  week: DiaryWeek
  today: LocalDate
  runningId: string | null
}

/** Seven rows of bars and numbers, what is recommended at that age, and the week's averages. */
export function WeekOnPaper({ week, today, runningId }: WeekOnPaperProps) {
  return (
    <table className={styles.week}>
      <caption>
        <div className={styles.caption}>
          <b>{weekLabel(week.monday)}</b>
          {week.age && <Recommended age={week.age} />}
        </div>
      </caption>
      <thead>
        <tr>
          <th scope="col" className={styles.day}>
            {words.day}
          </th>
          <th scope="col">
            <span className="sr">{trend.sleeps}</span>
            <TapeScale />
          </th>
          <th scope="col" className={styles.total}>
            {words.total}
          </th>
          <th scope="col" className={styles.naps}>
            {words.naps}
          </th>
          <th scope="col" className={styles.night}>
            {paper.night}
          </th>
          <th scope="col" className={styles.wakeUps}>
            {counts.wakeUps}
          </th>
          <th scope="col" className={styles.few}>
            {counts.feedings}
          </th>
          <th scope="col" className={styles.few}>
            {counts.diaperChanges}
          </th>
        </tr>
      </thead>
      <tbody>
        {week.days.map((day) => (
          <tr key={day.date}>
            <th scope="row" className={styles.day}>
              <span>
                {day.dayName} <small>{Number(day.date.slice(8))}</small>
                <Marks day={day} />
              </span>
            </th>
            <td className={styles.tape}>
              <span className="sr">{dayInWords(day, runningId)}</span>
              <DayTape bars={day.bars} />
            </td>
            {day.date <= today ? <Numbers day={day} /> : <td colSpan={6} />}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Means week={week} />
      </tfoot>
    </table>
  )
}

function Recommended({ age: { ageMonths, range } }: { age: AgeRange }) {
  return (
    <span>
      {words.recommendedAt(ageMonths)}:{' '}
      <b className="num">{`${formatDuration(range.minMin)} – ${formatDuration(range.maxMin)}`}</b>
      {range.source === 'aasm' && ` · ${words.aasm}`}
      {` · ${literature.range(literatureSleep(ageMonths))}`}
    </span>
  )
}

/** What may have disturbed the day's sleep; the signs are explained under the plan. */
function Marks({ day }: { day: DiaryDay }) {
  return (
    <i className={styles.marks}>
      {day.disturbances.map((disturbance) => (
        <span key={disturbance}>
          <DisturbanceIcon disturbance={disturbance} />
          <span className="sr">{disturbances[disturbance]}</span>
        </span>
      ))}
    </i>
  )
}

function Numbers({ day }: { day: DiaryDay }) {
  const mark = dayMark(day)
  if (day.records.length === 0)
    return (
      <td colSpan={6} className={styles.none}>
        {words.noStatus}
      </td>
    )
  return (
    <>
      <td className={styles.total}>
        <b>{formatDuration(day.totalSleep)}</b>
        {mark ? <StatusIcon mark={mark} named /> : <span />}
      </td>
      <td>{day.napCount === 0 ? paper.nothing : paper.naps(formatDuration(day.napMin), day.napCount)}</td>
      <td>{day.nightMin === 0 ? paper.nothing : formatDuration(day.nightMin)}</td>
      <td>{day.wakings}</td>
      <td>{day.feedings}</td>
      <td>{day.diaperChanges}</td>
    </>
  )
}

function Means({ week: { averages } }: { week: DiaryWeek }) {
  if (averages === null) {
    return (
      <tr>
        <th scope="row" colSpan={2}>
          {paper.noMean}
        </th>
        <td colSpan={6} />
      </tr>
    )
  }
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {paper.meanOf(averages.days)}
      </th>
      <td className={styles.total}>
        <b>{formatDuration(averages.totalMin)}</b>
        <span />
      </td>
      <td>{paper.naps(formatDuration(averages.napMin), averages.napCount)}</td>
      <td>{formatDuration(averages.nightMin)}</td>
      <td>{paper.count(averages.wakings)}</td>
      <td>{paper.count(averages.feedings)}</td>
      <td>{paper.count(averages.diaperChanges)}</td>
    </tr>
  )
}
