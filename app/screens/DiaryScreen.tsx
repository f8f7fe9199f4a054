import { type ReactNode, useRef, useState } from 'react'
import type { NextSleep } from '../../core/next-nap.ts'
import type { LocalDate, LocalTime, SleepRecord } from '../../core/sleep-record.ts'
import { diary as words } from '../copy.es.ts'
import { Button } from '../ui/Button.tsx'
import { Face, type FaceTone } from '../ui/Face.tsx'
import { SleepTimeline } from '../ui/SleepTimeline.tsx'
import styles from './DiaryScreen.module.css'
import { DayHeader } from './diary/DayHeader.tsx'
import { DayTotal } from './diary/DayTotal.tsx'
import { DeleteRecordDialog } from './diary/DeleteRecordDialog.tsx'
import { dayTape } from './diary/day-tape.ts'
import { endSleep } from './diary/diary-actions.ts'
import { InstallHint } from './diary/InstallHint.tsx'
import { RecordList } from './diary/RecordList.tsx'
import { TodayReadout } from './diary/TodayReadout.tsx'
import { TwinNotice } from './diary/TwinNotice.tsx'
import { useDiary } from './diary/use-diary.ts'
import { WakeUpPrompt } from './diary/WakeUpPrompt.tsx'
import { lastNightEnd } from './sleep-end.ts'

interface DiaryScreenProps {
  topBar: ReactNode
  onAdd: (date: LocalDate) => void
  onEdit: (record: SleepRecord) => void
}

/** The day view: the next sleep or the one in progress, the ribbon of the day, its total and its records. */
export function DiaryScreen({ topBar, onAdd, onEdit }: DiaryScreenProps) {
  const day = useDiary()
  const { now, today, date, isToday, nearby, ofDay, next } = day
  const [toDelete, setToDelete] = useState<SleepRecord | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // The button that was pressed goes away with what it ended: the focus moves to the day's heading, not to nowhere.
  const focusHeading = () => heading.current?.focus({ preventScroll: true })

  async function end(record: SleepRecord, endTime: LocalTime) {
    await endSleep(record, endTime)
    focusHeading()
  }

  const asksWakeUp = isToday && ofDay.length === 0
  const promptPlace = isAsleep(next) ? 'below' : 'face'
  const prompt = asksWakeUp && (
    <WakeUpPrompt
      key={today}
      today={today}
      now={now}
      guess={lastNightEnd(nearby, today, now)}
      place={promptPlace}
      onSaved={focusHeading}
    />
  )

  return (
    <>
      <Face tone={toneOf(next, asksWakeUp)}>
        {topBar}
        <DayHeader baby={day.baby} date={date} today={today} onPick={day.pick} headingRef={heading} />
        {promptPlace === 'face' && prompt}
        <TodayReadout
          next={next}
          records={nearby}
          today={today}
          now={now}
          onEnd={(record, endTime) => void end(record, endTime)}
          onEdit={onEdit}
          onDelete={setToDelete}
        />
        <div className={asksWakeUp ? styles.sunrise : undefined}>
          <SleepTimeline {...dayTape(nearby, date, isToday ? next : null, now)} />
        </div>
      </Face>
      {!isToday && ofDay.length === 0 && <EmptyDay />}
      <div className={`${styles.list} ${day.totalMin === 0 && isToday ? styles.gap : ''}`}>
        {day.twins && (
          <TwinNotice twins={day.twins} runningId={day.running?.id ?? null} onSettled={focusHeading} />
        )}
        {day.totalMin > 0 && <DayTotal minutes={day.totalMin} withRunning={day.runningMin !== null} />}
        <Button
          key={isToday ? 'today' : 'other day'}
          variant={isToday ? (asksWakeUp || isAsleep(next) ? 'quiet' : 'primary') : 'good'}
          icon="plus"
          onClick={() => onAdd(date)}
        >
          {isToday ? words.addToday : words.addToDay}
        </Button>
        {promptPlace === 'below' && prompt}
        <RecordList
          records={ofDay}
          runningId={day.running?.id ?? null}
          runningMin={day.runningMin}
          sync={day.sync}
          onEdit={onEdit}
          onDelete={setToDelete}
        />
        {isToday && ofDay.length > 0 && !isAsleep(next) && <InstallHint onSettled={focusHeading} />}
      </div>
      <DeleteRecordDialog record={toDelete} onClose={() => setToDelete(null)} onDeleted={focusHeading} />
    </>
  )
}

/** A day of the past, or of the future, of which nothing is known. */
function EmptyDay() {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <use href="#void" />
      </svg>
      <p>{words.noRecords}</p>
    </div>
  )
}

/** A sleep is in progress, or was never ended: the readout asks for its end first. */
function isAsleep(next: NextSleep): boolean {
  return next.kind === 'sleeping' || next.kind === 'stale-open'
}

function toneOf(next: NextSleep, asksWakeUp: boolean): FaceTone {
  if (next.kind === 'sleeping') return next.record.type === 'noche' ? 'night' : 'nap'
  return asksWakeUp && next.kind === 'none' ? 'dawn' : 'awake'
}
