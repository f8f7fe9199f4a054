import type { ReactNode } from 'react'
import type { BabyInfo } from '../../../core/age.ts'
import type { SleepPlan } from '../../../core/plan.ts'
import type { DiaryWeek, SleepDiary } from '../../../core/sleep-diary.ts'
import { findRunningRecord, type SleepRecord } from '../../../core/sleep-record.ts'
import { localDateAt, longDate, periodLabel } from '../../../core/time.ts'
import { paper } from '../../copy-printed-diary.es.ts'
import { settings } from '../../data/settings.ts'
import { DiaryHead } from './DiaryHead.tsx'
import styles from './DiarySheets.module.css'
import { DisturbanceNotes } from './DisturbanceNotes.tsx'
import { PlanBeside } from './PlanBeside.tsx'
import { SheetLegend } from './SheetLegend.tsx'
import { WeekOnPaper } from './WeekOnPaper.tsx'

interface DiarySheetsProps {
  diary: SleepDiary
  baby: BabyInfo
  plan: SleepPlan
  records: readonly SleepRecord[]
  /** Epoch milliseconds. */
  now: number
}

/** Whole weeks that fit on the first sheet, beside its head. */
const WEEKS_ON_FIRST = 3

/** A4 sheets: one for two weeks, two for four. A sheet breaks only between weeks. */
export function DiarySheets({ diary, baby, plan, records, now }: DiarySheetsProps) {
  const { weeks } = diary
  const today = localDateAt(now)
  const runningId = findRunningRecord(records, now)?.id ?? null
  const isLong = weeks.length > WEEKS_ON_FIRST
  const pages = isLong ? 2 : 1
  const draw = (week: DiaryWeek) => (
    <WeekOnPaper key={week.monday} week={week} today={today} runningId={runningId} />
  )
  const footer = (page: number) => <Footer today={today} page={page} pages={pages} />
  const rest = (
    <>
      <PlanBeside plan={plan} comparison={diary.plan} averages={diary.averages} />
      <DisturbanceNotes notes={diary.notes} />
      <section className={styles.own}>
        <h3>{paper.ownNotes}</h3>
      </section>
    </>
  )
  return (
    <div className={styles.sheets}>
      <Sheet footer={footer(1)} tall={isLong}>
        <DiaryHead diary={diary} baby={baby} today={today} />
        <SheetLegend />
        {weeks.slice(0, WEEKS_ON_FIRST).map(draw)}
        {!isLong && rest}
      </Sheet>
      {isLong && (
        <Sheet footer={footer(2)} tall>
          <p className={styles.running}>
            <b>{baby.name}</b> {periodLabel(diary.from, diary.to)}
          </p>
          {weeks.slice(WEEKS_ON_FIRST).map(draw)}
          {rest}
        </Sheet>
      )}
    </div>
  )
}

/** Light whatever the theme: it is paper. */
function Sheet({ footer, tall, children }: { footer: ReactNode; tall: boolean; children: ReactNode }) {
  return (
    <div className={styles.leaf} data-theme="light">
      <article className={tall ? `${styles.sheet} ${styles.tall}` : styles.sheet}>
        {children}
        {footer}
      </article>
    </div>
  )
}

function Footer({ today, page, pages }: { today: string; page: number; pages: number }) {
  const { product, provider } = settings.brand
  return (
    <footer className={styles.footer}>
      <p>{paper.reading}</p>
      <p>{[product, provider, paper.printedOn(longDate(today)), paper.page(page, pages)].join(' · ')}</p>
    </footer>
  )
}
