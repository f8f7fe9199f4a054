import { useMemo, useState } from 'react'
import { type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { type LocalDate, periodLabel } from '../../../core/time/time.ts'
import { sleepDiary } from '../../../core/week/sleep-diary.ts'
import { sleepTrend } from '../../../core/week/sleep-trend.ts'
import type { Missing } from '../../local/baby-data.ts'
import { missingOn } from '../../local/history.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { paper } from '../../words/printed-diary.es.ts'
import { trend as words } from '../../words/trend.es.ts'
import { DiarySheets } from './DiarySheets.tsx'
import { PaperPreview } from './PaperPreview.tsx'
import styles from './PrintPreview.module.css'

interface PrintPreviewProps {
  baby: BabyInfo
  plan: SleepPlan
  records: readonly SleepRecord[]
  /** Why some of the log isn't in `records`; null: it is all there. */
  missing: Missing | null
  /** The last week of the diary begins on it. */
  monday: LocalDate
  /** Epoch milliseconds. */
  now: number
  onClose: () => void
}

const LENGTHS = ([2, 4] as const).map((value) => ({ value, label: paper.weeksCount(value) }))

/** Two or four weeks of the diary on paper. */
export function PrintPreview({ baby, plan, records, missing, monday, now, onClose }: PrintPreviewProps) {
  const zone = useTimeZone()
  const [weeks, setWeeks] = useState<2 | 4>(2)
  const birthDate = knownBirthDate(baby)
  const diary = useMemo(
    () => sleepDiary(records, { lastMonday: monday, weeks, birthDate, plan, now, zone }),
    [records, monday, weeks, birthDate, plan, now, zone],
  )
  const missingHere = missingOn(missing, diary.from)
  const trend = useMemo(() => sleepTrend(records, diary.to, now, zone), [records, diary.to, now, zone])

  return (
    <PaperPreview
      name={paper.preview}
      back={paper.back}
      documentTitle={paper.title(baby.name, periodLabel(diary.from, diary.to))}
      choices={
        <Segmented
          legend={paper.weeks}
          hideLegend
          name="weeks"
          options={LENGTHS}
          value={weeks}
          onChange={setWeeks}
        />
      }
      onClose={onClose}
    >
      {missingHere === null ? (
        <DiarySheets
          diary={diary}
          baby={baby}
          plan={plan}
          records={records}
          trend={trend}
          missing={missing}
          now={now}
        />
      ) : (
        <p className={styles.missing}>{words.missing[missingHere]}</p>
      )}
    </PaperPreview>
  )
}
