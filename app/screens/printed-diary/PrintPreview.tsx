import { useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { type LocalDate, periodLabel } from '../../../core/time/time.ts'
import { sleepDiary } from '../../../core/week/sleep-diary.ts'
import { sleepTrend } from '../../../core/week/sleep-trend.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button, IconButton } from '../../ui/buttons/Button.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { paper } from '../../words/printed-diary.es.ts'
import { printDiary } from '../../words/screens.es.ts'
import { DiarySheets } from './DiarySheets.tsx'
import styles from './PrintPreview.module.css'
import { useOverPage } from './use-over-page.ts'

interface PrintPreviewProps {
  baby: BabyInfo
  plan: SleepPlan
  records: readonly SleepRecord[]
  /** Whether `records` is the whole log. */
  isWhole: boolean
  /** The last week of the diary begins on it. */
  monday: LocalDate
  /** Epoch milliseconds. */
  now: number
  onClose: () => void
}

const LENGTHS = ([2, 4] as const).map((value) => ({ value, label: paper.weeksCount(value) }))

/**
 * The diary as it will lie on the desk, over the whole window; the browser prints it or keeps it as a PDF. It is no
 * modal dialog: what is in the browser's top layer doesn't break into pages.
 */
export function PrintPreview({ baby, plan, records, isWhole, monday, now, onClose }: PrintPreviewProps) {
  const zone = useTimeZone()
  const [weeks, setWeeks] = useState<2 | 4>(2)
  const birthDate = knownBirthDate(baby)
  const heading = useRef<HTMLHeadingElement>(null)
  const diary = useMemo(
    () => sleepDiary(records, { lastMonday: monday, weeks, birthDate, plan, now, zone }),
    [records, monday, weeks, birthDate, plan, now, zone],
  )
  const trend = useMemo(() => sleepTrend(records, diary.to, now, zone), [records, diary.to, now, zone])
  useOverPage(paper.title(baby.name, periodLabel(diary.from, diary.to)), heading, onClose)

  return createPortal(
    <dialog open className={styles.preview} aria-label={paper.preview} aria-modal="true">
      <div className={styles.bar}>
        <div className={styles.title}>
          <IconButton icon="arrow-left" label={paper.back} onClick={onClose} />
          <h1 ref={heading} tabIndex={-1}>
            {paper.preview}
          </h1>
        </div>
        <div className={styles.choices}>
          <Segmented
            legend={paper.weeks}
            hideLegend
            name="weeks"
            options={LENGTHS}
            value={weeks}
            onChange={setWeeks}
          />
          <Button variant="primary" onClick={() => window.print()}>
            {printDiary.print}
          </Button>
        </div>
      </div>
      <DiarySheets
        diary={diary}
        baby={baby}
        plan={plan}
        records={records}
        trend={trend}
        isWhole={isWhole}
        now={now}
      />
    </dialog>,
    document.body,
  )
}
