import type { BabyInfo } from '../../../core/baby/age.ts'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { findRunningRecord } from '../../../core/records/still-asleep.ts'
import { type LocalDate, localDateAt, longDate, periodLabel } from '../../../core/time/time.ts'
import type { DiaryWeek, SleepDiary } from '../../../core/week/sleep-diary.ts'
import { isComparable, type SleepTrend } from '../../../core/week/sleep-trend.ts'
import { settings } from '../../device/settings.ts'
import type { Missing } from '../../local/baby-data.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { paper } from '../../words/printed-diary.es.ts'
import { hourOnPaper } from '../../words/time-zone.es.ts'
import { trendMissing } from '../../words/trend.es.ts'
import { MonthAtAGlance } from '../trend/MonthAtAGlance.tsx'
import { DiaryHead } from './DiaryHead.tsx'
import styles from './DiarySheets.module.css'
import { DisturbanceDays } from './DisturbanceDays.tsx'
import { PlanBeside } from './PlanBeside.tsx'
import { Sheet } from './Sheet.tsx'
import { SheetLegend } from './SheetLegend.tsx'
import { TrendOnPaper } from './TrendOnPaper.tsx'
import { WeekOnPaper } from './WeekOnPaper.tsx'

interface DiarySheetsProps {
  diary: SleepDiary
  baby: BabyInfo
  plan: SleepPlan
  records: readonly SleepRecord[]
  trend: SleepTrend
  /** Why some of the log isn't in `records`; null: it is all there. */
  missing: Missing | null
  /** Epoch milliseconds. */
  now: number
}

/** Whole weeks that fit on the first sheet, beside its head. */
const WEEKS_ON_FIRST = 3

/**
 * A4 sheets: one for two weeks, two for four. A sheet breaks only between weeks. Where there are fortnights to compare,
 * two weeks have a second sheet for that, with four weeks day by day, which four weeks have already.
 */
export function DiarySheets({ diary, baby, plan, records, trend, missing, now }: DiarySheetsProps) {
  const zone = useTimeZone()
  const { weeks } = diary
  const today = localDateAt(now, zone)
  const runningId = findRunningRecord(records, now, zone)?.id ?? null
  const isLong = weeks.length > WEEKS_ON_FIRST
  const isCompared = missing === null && isComparable(trend)
  const pages = isLong || isCompared ? 2 : 1
  const draw = (week: DiaryWeek) => (
    <WeekOnPaper key={week.monday} week={week} today={today} runningId={runningId} />
  )
  const chosenOn = baby.time_zone_since ?? null
  const firstDay = isCompared ? earlier(diary.from, (trend.first ?? trend.before).from) : diary.from
  const zoneSince = chosenOn !== null && chosenOn > firstDay ? chosenOn : null
  const footer = (page: number) => <Footer today={today} page={page} pages={pages} zoneSince={zoneSince} />
  const rest = (
    <>
      <PlanBeside plan={plan} comparison={diary.plan} averages={diary.averages} />
      {isLong && isCompared && <TrendOnPaper trend={trend} />}
      <DisturbanceDays disturbances={diary.disturbances} />
      <section className={styles.own}>
        {!isCompared && <p>{trendMissing(trend, missing !== null)}</p>}
        <h3>{paper.ownNotes}</h3>
      </section>
    </>
  )
  return (
    <div className={styles.sheets}>
      <Sheet footer={footer(1)} tall={isLong}>
        <DiaryHead diary={diary} baby={baby} today={today} />
        <SheetLegend weeks={weeks} />
        {weeks.slice(0, WEEKS_ON_FIRST).map(draw)}
        {!isLong && rest}
      </Sheet>
      {pages > 1 && (
        <Sheet footer={footer(2)} tall={isLong}>
          <p className={styles.running}>
            <b>{baby.name}</b> {periodLabel(diary.from, diary.to)}
          </p>
          {weeks.slice(WEEKS_ON_FIRST).map(draw)}
          {isLong ? rest : <TrendSheet trend={trend} runningId={runningId} />}
        </Sheet>
      )}
    </div>
  )
}

function earlier(one: LocalDate, other: LocalDate): LocalDate {
  return one < other ? one : other
}

function TrendSheet({ trend, runningId }: { trend: SleepTrend; runningId: string | null }) {
  return (
    <>
      <TrendOnPaper trend={trend} />
      <MonthAtAGlance days={[...trend.before.days, ...trend.last.days]} runningId={runningId} />
    </>
  )
}

interface FooterProps {
  today: string
  page: number
  pages: number
  /** The day on which the zone began to hold; null: it held on all days of the sheets. */
  zoneSince: LocalDate | null
}

function Footer({ today, page, pages, zoneSince }: FooterProps) {
  const zone = useTimeZone()
  const { product, provider } = settings.brand
  return (
    <footer className={styles.footer}>
      <p>{paper.reading(hourOnPaper(zone.name, zoneSince))}</p>
      <p>{[product, provider, paper.printedOn(longDate(today)), paper.page(page, pages)].join(' · ')}</p>
    </footer>
  )
}
