import { type ReactNode, useState } from 'react'
import { type BabyInfo, knownBirthDate } from '../../core/baby/age.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { addDays, type LocalDate, localDateAt, mondayOf, weekLabel } from '../../core/time/time.ts'
import type { DayRow } from '../../core/week/weekly-pattern.ts'
import { useNow } from '../device/use-now.ts'
import { useMayWrite } from '../family/use-families.ts'
import type { Missing } from '../local/baby-data.ts'
import { missingOn } from '../local/history.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { IconButton } from '../ui/buttons/Button.tsx'
import { useSwipe } from '../ui/charts/use-swipe.ts'
import { WeekChart } from '../ui/charts/WeekChart.tsx'
import { ScreenHead, ScreenTitle } from '../ui/layout/ScreenHead.tsx'
import { Spinner } from '../ui/waiting/Spinner.tsx'
import { planScreen, week } from '../words/screens.es.ts'
import { trend } from '../words/trend.es.ts'
import { weekAverage } from '../words/week.es.ts'
import { SleepTrend } from './trend/SleepTrend.tsx'
import styles from './WeekScreen.module.css'
import { AverageReadout } from './week/AverageReadout.tsx'
import { BarSheet, type PickedBar } from './week/BarSheet.tsx'
import { PatternCard } from './week/PatternCard.tsx'
import { PrintDiary } from './week/PrintDiary.tsx'
import { useWeekKeys } from './week/use-week-keys.ts'
import { useWeeklyPattern } from './week/use-weekly-pattern.ts'
import { WeekComparison } from './week/WeekComparison.tsx'
import { WeekTable } from './week/WeekTable.tsx'

interface WeekScreenProps {
  topBar: ReactNode
  /** The Monday of the week that is shown first; null: this week. */
  opensOn?: LocalDate | null
  onEdit: (record: SleepRecord) => void
}

export function WeekScreen(props: WeekScreenProps) {
  const { baby } = useBabyData()
  if (baby) return <Week {...props} baby={baby} />
  return (
    <>
      <ScreenHead>
        {props.topBar}
        <ScreenTitle title={week.title} subtitle={week.subtitle} />
      </ScreenHead>
      <Spinner label={planScreen.loading} />
    </>
  )
}

function Week({ topBar, opensOn = null, onEdit, baby }: WeekScreenProps & { baby: BabyInfo }) {
  const mayWrite = useMayWrite()
  const { records, open, plan, zone, missing } = useBabyData()
  const now = useNow()
  const today = localDateAt(now, zone)
  // Null stands for this week, whichever that is: the app may be left open over Sunday's midnight.
  const [chosenMonday, setChosenMonday] = useState(opensOn)
  const [picked, setPicked] = useState<PickedBar | null>(null)
  const monday = chosenMonday ?? mondayOf(today)
  const birthDate = knownBirthDate(baby)
  const missingHere = missingOn(missing, monday)
  const { pattern: read, running } = useWeeklyPattern({ records, open }, monday, birthDate, now)
  const pattern = missingHere === null ? read : { ...read, averageMin: null }
  const runningId = running?.id ?? null
  const bars = pattern.days.find((day) => day.date === picked?.date)?.bars ?? []
  // A record that was moved to another day elsewhere may come back, and must not open its sheet by itself.
  if (picked !== null && bars.every((bar) => bar.record.id !== picked.id)) setPicked(null)

  function moveBy(weeks: -1 | 1) {
    const thisMonday = mondayOf(today)
    setChosenMonday((current) => {
      const moved = addDays(current ?? thisMonday, weeks * 7)
      return moved === thisMonday ? null : moved
    })
  }
  const swipe = useSwipe((direction) => moveBy(direction === 'left' ? 1 : -1))
  useWeekKeys(moveBy)

  return (
    <>
      <div className={styles.layout}>
        <div className={styles.screen} {...swipe}>
          <ScreenHead>
            {topBar}
            <ScreenTitle title={week.title} subtitle={week.subtitle} />
            <AverageReadout averageMin={pattern.averageMin} hint={averageHint(pattern.days, missingHere)} />
            <WeekNavigation monday={monday} onMove={moveBy} />
          </ScreenHead>
          <div className={styles.week}>
            <Legend />
            <WeekChart
              days={pattern.days}
              today={today}
              onPick={(day, record) => setPicked({ date: day.date, id: record.id })}
            />
            {!pattern.days.some((day) => day.records.length > 0 || day.bars.length > 0) && (
              <EmptyWeek monday={monday} thisMonday={mondayOf(today)} missing={missingHere} />
            )}
            <WeekTable label={weekLabel(monday)} days={pattern.days} runningId={runningId} />
          </div>
          <div className={styles.pattern}>
            <PatternCard pattern={pattern} />
          </div>
          <WeekComparison
            records={records}
            running={running}
            monday={monday}
            missing={missingOn(missing, addDays(monday, -7))}
            birthDate={birthDate}
            now={now}
          />
        </div>
        {plan && (
          <PrintDiary baby={baby} plan={plan} records={records} missing={missing} monday={monday} now={now} />
        )}
        <SleepTrend records={records} missing={missing} runningId={runningId} now={now} />
      </div>
      <BarSheet
        days={pattern.days}
        picked={picked}
        runningId={runningId}
        today={today}
        now={now}
        onMove={setPicked}
        onClose={() => setPicked(null)}
        onEdit={
          mayWrite
            ? (record) => {
                setPicked(null)
                onEdit(record)
              }
            : null
        }
      />
    </>
  )
}

/** What a week with some sleep lacks for an average. */
function averageHint(days: readonly DayRow[], missing: Missing | null): string | null {
  const withSleep = days.filter((day) => day.totalSleep > 0)
  if (withSleep.length === 0) return null
  if (missing !== null) return trend.missing[missing]
  const nightIsMissing = withSleep.every((day) => day.hasWakeUp && day.progress !== 'over')
  return nightIsMissing ? weekAverage.firstDayHint : week.noAverageHint
}

function WeekNavigation({ monday, onMove }: { monday: LocalDate; onMove: (weeks: -1 | 1) => void }) {
  return (
    <div className={styles.navigation}>
      <IconButton icon="chevron-left" label={week.previous} onClick={() => onMove(-1)} />
      <p className="num" aria-live="polite">
        {weekLabel(monday)}
      </p>
      <IconButton icon="chevron-right" label={week.next} onClick={() => onMove(1)} />
    </div>
  )
}

function Legend() {
  return (
    <p className={styles.legend}>
      <span>
        <i className={styles.napKey} />
        {week.naps}
      </span>
      <span>
        <i className={styles.nightKey} />
        {week.night}
      </span>
    </p>
  )
}

/** Lies over the empty rows, so that nothing moves when the week changes. */
interface EmptyWeekProps {
  monday: LocalDate
  thisMonday: LocalDate
  /** Why what was logged in it may not be here; null: it is. */
  missing: Missing | null
}

function EmptyWeek({ monday, thisMonday, missing }: EmptyWeekProps) {
  if (missing !== null) return <p className={styles.empty}>{trend.missing[missing]}</p>
  if (monday > thisMonday) return <p className={styles.empty}>{week.notBegun}</p>
  const [title, hint] =
    monday === thisMonday ? [week.noRecordsYet, week.noRecordsYetHint] : [week.noRecords, week.noRecordsHint]
  return (
    <p className={styles.empty}>
      <b>{title}</b>
      {hint}
    </p>
  )
}
