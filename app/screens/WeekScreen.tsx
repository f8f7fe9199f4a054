import { type ReactNode, useState } from 'react'
import type { BabyInfo } from '../../core/age.ts'
import type { LocalDate, SleepRecord } from '../../core/sleep-record.ts'
import { addDays, localDateAt, mondayOf, weekLabel } from '../../core/time.ts'
import type { DayRow } from '../../core/weekly-pattern.ts'
import { planScreen, week } from '../copy.es.ts'
import { useBabyData } from '../data/use-baby-data.ts'
import { useNow } from '../data/use-now.ts'
import { IconButton } from '../ui/Button.tsx'
import { Face, ScreenTitle } from '../ui/Face.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useSwipe } from '../ui/use-swipe.ts'
import { WeekChart } from '../ui/WeekChart.tsx'
import styles from './WeekScreen.module.css'
import { AverageReadout } from './week/AverageReadout.tsx'
import { BarSheet, type PickedBar } from './week/BarSheet.tsx'
import { PatternCard } from './week/PatternCard.tsx'
import { PrintDiary } from './week/PrintDiary.tsx'
import { useWeekKeys } from './week/use-week-keys.ts'
import { useWeeklyPattern } from './week/use-weekly-pattern.ts'
import { WeekTable } from './week/WeekTable.tsx'

interface WeekScreenProps {
  topBar: ReactNode
  onEdit: (record: SleepRecord) => void
}

export function WeekScreen({ topBar, onEdit }: WeekScreenProps) {
  const { baby } = useBabyData()
  if (baby) return <Week topBar={topBar} onEdit={onEdit} baby={baby} />
  return (
    <>
      <Face>
        {topBar}
        <ScreenTitle title={week.title} subtitle={week.subtitle} />
      </Face>
      <Spinner label={planScreen.loading} />
    </>
  )
}

function Week({ topBar, onEdit, baby }: WeekScreenProps & { baby: BabyInfo }) {
  const { records, plan } = useBabyData()
  const now = useNow()
  const today = localDateAt(now)
  // null: this week, also after Sunday's midnight with the app left open.
  const [chosenMonday, setChosenMonday] = useState<LocalDate | null>(null)
  const [picked, setPicked] = useState<PickedBar | null>(null)
  const monday = chosenMonday ?? mondayOf(today)
  const { pattern, running } = useWeeklyPattern(records, monday, baby.birth_date, now)
  const runningId = running?.id ?? null

  function moveBy(weeks: -1 | 1) {
    setChosenMonday((current) => addDays(current ?? mondayOf(today), weeks * 7))
  }
  const swipe = useSwipe((direction) => moveBy(direction === 'left' ? 1 : -1))
  useWeekKeys(moveBy)

  return (
    <>
      <div className={styles.screen} {...swipe}>
        <Face>
          {topBar}
          <ScreenTitle title={week.title} subtitle={week.subtitle} />
          <AverageReadout averageMin={pattern.averageMin} hasSleep={hasSleep(pattern.days)} />
          <WeekNavigation monday={monday} onMove={moveBy} />
        </Face>
        <div className={styles.week}>
          <Legend />
          <WeekChart
            days={pattern.days}
            today={today}
            onPick={(day, record) => setPicked({ date: day.date, id: record.id })}
          />
          {!pattern.days.some((day) => day.records.length > 0 || day.bars.length > 0) && (
            <EmptyWeek monday={monday} thisMonday={mondayOf(today)} />
          )}
          <WeekTable label={weekLabel(monday)} days={pattern.days} runningId={runningId} />
        </div>
        <PatternCard pattern={pattern} />
      </div>
      {plan && <PrintDiary baby={baby} plan={plan} records={records} monday={monday} now={now} />}
      <BarSheet
        days={pattern.days}
        picked={picked}
        runningId={runningId}
        today={today}
        now={now}
        onMove={setPicked}
        onClose={() => setPicked(null)}
        onEdit={(record) => {
          setPicked(null)
          onEdit(record)
        }}
      />
    </>
  )
}

function hasSleep(days: readonly DayRow[]): boolean {
  return days.some((day) => day.totalSleep > 0)
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
function EmptyWeek({ monday, thisMonday }: { monday: LocalDate; thisMonday: LocalDate }) {
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
