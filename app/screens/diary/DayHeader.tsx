import type { RefObject } from 'react'
import { ageOn, ageText, type BabyInfo } from '../../../core/age.ts'
import type { LocalDate } from '../../../core/sleep-record.ts'
import { dayHeading } from '../../../core/time.ts'
import { diary } from '../../copy.es.ts'
import { DateField } from '../../ui/DateField.tsx'
import styles from './DayHeader.module.css'

interface DayHeaderProps {
  baby: BabyInfo | null
  date: LocalDate
  today: LocalDate
  onPick: (date: LocalDate) => void
  /** Takes the focus when what had it is gone. */
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** Whose diary, and which day. */
export function DayHeader({ baby, date, today, onPick, headingRef }: DayHeaderProps) {
  return (
    <div className={styles.title}>
      <p className={styles.who}>
        {baby && (
          <>
            <b>{baby.name}</b> · {ageText(ageOn(baby.birth_date, today))}
          </>
        )}
      </p>
      <div className={styles.split}>
        <h1 ref={headingRef} tabIndex={-1}>
          {dayHeading(date, today)}
        </h1>
        <DateField label={diary.date} variant="pill" value={date} onChange={onPick} />
      </div>
    </div>
  )
}
