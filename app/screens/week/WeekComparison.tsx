import { memo, useDeferredValue } from 'react'
import { formatDuration } from '../../../core/records/durations.ts'
import { insertSorted, type SleepRecord } from '../../../core/records/sleep-record.ts'
import { type LocalDate, localDateAt, mondayOf } from '../../../core/time/time.ts'
import {
  type Beside,
  type WeekComparison as Compared,
  compareWeeks,
  isFew,
  recordsToCompare,
} from '../../../core/week/week-comparison.ts'
import type { Missing } from '../../local/baby-data.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { trend } from '../../words/trend.es.ts'
import { weekComparison as words } from '../../words/week.es.ts'
import styles from './WeekComparison.module.css'

interface WeekComparisonProps {
  /** The whole log, newest first. */
  records: readonly SleepRecord[]
  running: SleepRecord | null
  monday: LocalDate
  /** Why days of the two weeks may not be here; null: they are. */
  missing: Missing | null
  /** Null: not known. */
  birthDate: LocalDate | null
  /** Epoch milliseconds. */
  now: number
}

/**
 * «¿Duerme bastante, va a mejor?» in a sentence and in numbers. It is worked out a moment after the chart is drawn,
 * and keeps its place until then.
 */
export function WeekComparison(props: WeekComparisonProps) {
  const late = useDeferredValue<WeekComparisonProps | null>(props, null)
  return <Section title={words.title}>{late === null ? <NothingYet /> : <Comparison {...late} />}</Section>
}

function NothingYet() {
  return <div className={styles.place} />
}

const Comparison = memo(function Comparison({
  records,
  running,
  monday,
  missing,
  birthDate,
  now,
}: WeekComparisonProps) {
  const zone = useTimeZone()
  if (missing !== null) {
    return (
      <div className={styles.place}>
        <p className="hint">{trend.notCompared[missing]}</p>
      </div>
    )
  }
  const near = recordsToCompare(records, monday)
  const comparison = compareWeeks(
    running === null ? near : insertSorted(near, running),
    monday,
    birthDate,
    now,
    zone,
  )
  const thisMonday = mondayOf(localDateAt(now, zone))
  const isPresent = monday === thisMonday
  return (
    <div className={styles.place}>
      <p className={styles.answer}>
        {monday > thisMonday ? words.notBegun : answerOf(comparison, isPresent)}
      </p>
      <table className={styles.ledger}>
        <caption className="sr">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{words.average}</span>
            </th>
            <Heading name={words.week(isPresent)} days={comparison.days.week} />
            <Heading name={words.before} days={comparison.days.before} />
          </tr>
        </thead>
        <tbody>
          <Rows comparison={comparison} />
        </tbody>
      </table>
      <p className={styles.hint}>{words.whatCounts}</p>
    </div>
  )
})

/** No grade: how much, how it is against the range, and how it was before; with few days nothing but how much. */
function answerOf({ days, status, total }: Compared, isPresent: boolean): string {
  if (total.week === null) return words.noDays(isPresent)
  const duration = formatDuration(total.week)
  if (isFew(days.week)) return words.fewDays(days.week, isPresent, duration)
  const answer = words.answer(isPresent, duration, status)
  return (
    answer +
    (total.change === null || isFew(days.before)
      ? words.fewBefore(days.before)
      : words.thanBefore(total.change))
  )
}

function Heading({ name, days }: { name: string; days: number }) {
  return (
    <th scope="col">
      {name}
      <small>{words.days(days, isFew(days))}</small>
    </th>
  )
}

function Rows({ comparison }: { comparison: Compared }) {
  const { total, night, napMin, napCount, wakings, bedtime, wakeUp } = comparison
  const time = (value: string) => value
  return (
    <>
      <Row name={words.total} of={total} written={formatDuration} change={words.longer} />
      <Row name={words.night} of={night} written={formatDuration} change={words.longer} />
      <Row name={words.napMin} of={napMin} written={formatDuration} change={words.longer} />
      <Row name={words.napCount} of={napCount} written={words.count} change={words.more} />
      <Row name={words.wakeUps} of={wakings} written={words.count} change={words.more} />
      <Row name={words.bedtime} of={bedtime} written={time} change={words.later} />
      <Row name={words.wakeUp} of={wakeUp} written={time} change={words.later} />
    </>
  )
}

interface RowProps<Value> {
  name: string
  of: Beside<Value>
  written: (value: Value) => string
  change: (change: number) => string
}

function Row<Value>({ name, of: { week, before, change: less }, written, change }: RowProps<Value>) {
  return (
    <tr>
      <th scope="row">
        {name}
        <small>{less === null ? '' : change(less)}</small>
      </th>
      <td className="num">{week === null ? words.none : written(week)}</td>
      <td className="num">{before === null ? words.none : written(before)}</td>
    </tr>
  )
}
