import type { RefObject } from 'react'
import { ageOn, ageText, type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import { addDays, dayHeading, type LocalDate } from '../../../core/time/time.ts'
import { IconButton } from '../../ui/buttons/Button.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { firstDays } from '../../words/first-days.es.ts'
import { diary } from '../../words/screens.es.ts'
import { dayPager } from '../../words/wake-up.es.ts'
import styles from './DayHeader.module.css'

interface DayHeaderProps {
  baby: BabyInfo | null
  date: LocalDate
  today: LocalDate
  onPick: (date: LocalDate) => void
  /** Takes the focus when what had it is gone. */
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** The head of the diary: the baby's name and age, and the day that is shown. */
export function DayHeader({ baby, date, today, onPick, headingRef }: DayHeaderProps) {
  const bornOn = baby && knownBirthDate(baby)
  function backToToday() {
    onPick(today)
    // The button goes away: the focus stays with the day.
    headingRef.current?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.title}>
      <div className={`${styles.split} ${styles.line}`}>
        <p className={styles.who}>
          {baby && (
            <>
              <b>{baby.name}</b> · {bornOn ? ageText(ageOn(bornOn, today)) : firstDays.ageUnknown}
            </>
          )}
        </p>
        <DayPager date={date} today={today} onPick={onPick} onToday={backToToday} />
      </div>
      <div className={styles.split}>
        <h1 ref={headingRef} tabIndex={-1} aria-live="polite">
          {dayHeading(date, today)}
        </h1>
        <DateField label={diary.date} variant="pill" value={date} onChange={onPick} />
      </div>
    </div>
  )
}

interface DayPagerProps extends Pick<DayHeaderProps, 'date' | 'today' | 'onPick'> {
  onToday: () => void
}

/** Goes from one day to another. The arrows stand still, however long the day's name is. */
function DayPager({ date, today, onPick, onToday }: DayPagerProps) {
  return (
    <div className={styles.pager}>
      {date !== today && (
        <button type="button" className={styles.today} onClick={onToday}>
          {dayPager.today}
        </button>
      )}
      <IconButton icon="chevron-left" label={dayPager.previous} onClick={() => onPick(addDays(date, -1))} />
      <IconButton icon="chevron-right" label={dayPager.next} onClick={() => onPick(addDays(date, 1))} />
    </div>
  )
}
