import { useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { BabyInfo } from '../../../core/age.ts'
import type { SleepPlan } from '../../../core/plan.ts'
import { sleepDiary } from '../../../core/sleep-diary.ts'
import type { LocalDate, SleepRecord } from '../../../core/sleep-record.ts'
import { periodLabel } from '../../../core/time.ts'
import { printDiary } from '../../copy.es.ts'
import { paper } from '../../copy-printed-diary.es.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { DiarySheets } from './DiarySheets.tsx'
import styles from './PrintPreview.module.css'
import { useOverPage } from './use-over-page.ts'

interface PrintPreviewProps {
  baby: BabyInfo
  plan: SleepPlan
  records: readonly SleepRecord[]
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
export function PrintPreview({ baby, plan, records, monday, now, onClose }: PrintPreviewProps) {
  const [weeks, setWeeks] = useState<2 | 4>(2)
  const heading = useRef<HTMLHeadingElement>(null)
  const diary = useMemo(
    () => sleepDiary(records, { lastMonday: monday, weeks, birthDate: baby.birth_date, plan, now }),
    [records, monday, weeks, baby.birth_date, plan, now],
  )
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
      <DiarySheets diary={diary} baby={baby} plan={plan} records={records} now={now} />
    </dialog>,
    document.body,
  )
}
