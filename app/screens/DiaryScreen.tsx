import { type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { givenName } from '../../core/baby/age.ts'
import { lastNightEnd } from '../../core/night/sleep-end.ts'
import { findSleepOn } from '../../core/night/sleep-on.ts'
import type { NextSleep } from '../../core/plan/next-nap.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { LocalDate } from '../../core/time/time.ts'
import { clock } from '../device/clock.ts'
import { OnlyLooks } from '../family/use-families.ts'
import type { Missing } from '../local/baby-data.ts'
import { store } from '../local/phone-store.ts'
import { useTimeZone } from '../local/use-baby-data.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { SleepTimeline } from '../ui/charts/SleepTimeline.tsx'
import { type HeadTone, ScreenHead } from '../ui/layout/ScreenHead.tsx'
import { onlyLooks } from '../words/partner.es.ts'
import { diary as words } from '../words/screens.es.ts'
import { trend } from '../words/trend.es.ts'
import styles from './DiaryScreen.module.css'
import { DayHeader } from './diary/DayHeader.tsx'
import { DayTotal } from './diary/DayTotal.tsx'
import { DeleteRecordDialog } from './diary/DeleteRecordDialog.tsx'
import { dayTape } from './diary/day-tape.ts'
import { FirstDays } from './diary/first-days/FirstDays.tsx'
import { GivenPasswordHint } from './diary/GivenPasswordHint.tsx'
import { InstallHint } from './diary/InstallHint.tsx'
import { RecordList } from './diary/RecordList.tsx'
import { RedNights } from './diary/RedNights.tsx'
import { TodayReadout } from './diary/TodayReadout.tsx'
import { TwinNotice } from './diary/TwinNotice.tsx'
import { useDiary } from './diary/use-diary.ts'
import { ZoneHint } from './diary/ZoneHint.tsx'
import { SleepOnOffer } from './end-sleep/SleepOnOffer.tsx'
import { sleepOn } from './end-sleep/sleep-on.ts'
import { useSleepEnd } from './end-sleep/use-sleep-end.ts'
import { RebuildDay } from './rebuild-day/RebuildDay.tsx'
import { LateSupport } from './support/LateSupport.tsx'
import { useTypedWakeUps } from './wake-up/use-typed-wake-ups.ts'
import { WakeUpDialog } from './wake-up/WakeUpDialog.tsx'
import { WakeUpEntry } from './wake-up/WakeUpEntry.tsx'
import { WakeUpPrompt } from './wake-up/WakeUpPrompt.tsx'

interface DiaryScreenProps {
  topBar: ReactNode
  /** The day it shows; null: today. */
  picked: LocalDate | null
  onPickDay: (date: LocalDate) => void
  onAdd: (date: LocalDate) => void
  onEdit: (record: SleepRecord) => void
}

/** The day view: the next sleep or the one in progress, the ribbon of the day, its total and its records. */
export function DiaryScreen({ topBar, picked, onPickDay, onAdd, onEdit }: DiaryScreenProps) {
  const zone = useTimeZone()
  const day = useDiary(picked)
  const { mayWrite, now, today, date, isToday, nearby, ofDay, next } = day
  const [toDelete, setToDelete] = useState<SleepRecord | null>(null)
  const [wakeUp, setWakeUp] = useState<SleepRecord | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // The button that was pressed goes away with what it ended: the focus moves to the day's heading, not to nowhere.
  const focusHeading = useCallback(() => heading.current?.focus({ preventScroll: true }), [])

  const ending = useSleepEnd(focusHeading)
  const takeEndBack = useCallback(() => {
    const ended = findSleepOn(store.data().records, clock.now(), zone)
    if (ended !== null) void sleepOn(ended).then((isStored) => isStored && focusHeading())
  }, [focusHeading, zone])

  const edit = useCallback(
    (record: SleepRecord) => (record.type === 'despertar' ? setWakeUp : onEdit)(record),
    [onEdit],
  )

  const { typed, type } = useTypedWakeUps(date)
  // What is being typed stays where it is, whatever else is logged of the day meanwhile.
  const isAnswering = typed?.isInPrompt === true && typed.time !== '' && day.wakeUpMissing !== null
  const asksWakeUp = mayWrite && isToday && (ofDay.length === 0 || isAnswering)
  const promptPlace = isAsleep(next) ? 'below' : 'head'
  const prompt = asksWakeUp && (
    <WakeUpPrompt
      key={today}
      today={today}
      now={now}
      guess={lastNightEnd(nearby, today, now, zone)}
      place={promptPlace}
      typed={typed?.time ?? null}
      onType={(time) => type(time === null ? null : { time, isInPrompt: true })}
      onSaved={focusHeading}
      onAddNight={onAdd}
    />
  )

  // Who may write is asked for the wake-up of an empty today.
  const isEmpty = ofDay.length === 0 && !(isToday && mayWrite)

  // What is offered for the phone itself is for who cares for the baby.
  const isConsole = useContext(OnlyLooks)
  const isTheirs = isToday && !isConsole
  // Hints stand below a day that has begun, and never beside a sleep that runs.
  const hasRoom = isTheirs && ofDay.length > 0 && !isAsleep(next)

  const wakeUpEntry = day.wakeUpMissing && !asksWakeUp && (
    <WakeUpEntry
      key={date}
      date={date}
      today={today}
      afterNight={day.wakeUpMissing.afterNight}
      typed={typed?.time ?? null}
      onType={(time) => type(time === null ? null : { time, isInPrompt: false })}
      onSaved={focusHeading}
      onAddNight={onAdd}
    />
  )

  return (
    <>
      <ScreenHead tone={toneOf(next, asksWakeUp)}>
        {topBar}
        <DayHeader baby={day.baby} date={date} today={today} onPick={onPickDay} headingRef={heading} />
        {promptPlace === 'head' && prompt}
        <TodayReadout
          next={next}
          usual={day.usual}
          babyName={day.baby && givenName(day.baby)}
          records={day.records}
          today={today}
          now={now}
          ending={mayWrite ? ending : null}
          onEdit={onEdit}
          onDelete={setToDelete}
        />
        {isToday && day.sleepOn && (
          <SleepOnOffer
            record={day.sleepOn.record}
            hasCard={day.sleepOn.record.date === today}
            onSleepOn={takeEndBack}
          />
        )}
        <div className={asksWakeUp ? styles.sunrise : undefined}>
          <SleepTimeline {...dayTape(nearby, date, isToday ? next : null, now, zone)} />
        </div>
      </ScreenHead>
      {isEmpty && <EmptyDay missing={day.missing} />}
      <div className={`${styles.list} ${day.totalMin === 0 && !isEmpty ? styles.gap : ''}`}>
        {day.baby && day.plan && day.firstDays !== 'over' && (
          // Out of sight on other days, with what is typed in it.
          <div hidden={!isToday}>
            <FirstDays
              place={day.firstDays}
              baby={day.baby}
              plan={day.plan}
              today={today}
              onSettled={focusHeading}
            />
          </div>
        )}
        {mayWrite && day.baby && (
          <ZoneHint className={styles.zone} baby={day.baby} date={date} today={today} />
        )}
        {isToday && <LateSupport part="diary" />}
        {day.twins && (
          <TwinNotice twins={day.twins} runningId={day.running?.id ?? null} onSettled={focusHeading} />
        )}
        {day.totalMin > 0 && (
          <DayTotal
            minutes={day.totalMin}
            mark={day.mark}
            age={day.age}
            withRunning={day.runningMin !== null}
          />
        )}
        {!mayWrite && !isConsole && <p className="hint">{onlyLooks.here}</p>}
        {mayWrite && (
          <Button
            key={isToday ? 'today' : 'other day'}
            variant={isToday ? (asksWakeUp || isAsleep(next) ? 'quiet' : 'primary') : 'good'}
            icon="plus"
            onClick={() => onAdd(date)}
          >
            {isToday ? words.addToday : words.addToDay}
          </Button>
        )}
        {promptPlace === 'below' && prompt}
        {ofDay.length > 0 && wakeUpEntry}
        <RecordList
          records={ofDay}
          runningId={day.running?.id ?? null}
          runningMin={day.runningMin}
          sync={day.sync}
          sleepOnId={day.sleepOn?.record.id ?? null}
          onSleepOn={takeEndBack}
          onEdit={mayWrite ? edit : null}
          onDelete={setToDelete}
        />
        {isTheirs && next.kind === 'sleeping' && next.record.type === 'noche' && <RedNights />}
        {mayWrite && (
          <RebuildDay
            date={date}
            today={today}
            now={now}
            records={nearby}
            offer={rebuildOffer(day)}
            onSaved={focusHeading}
          />
        )}
        {ofDay.length === 0 && wakeUpEntry}
        <GivenPasswordHint hasRoom={hasRoom} now={now} onSettled={focusHeading} />
        {hasRoom && <InstallHint onSettled={focusHeading} />}
      </div>
      <WakeUpDialog
        record={wakeUp}
        onClose={(changed) => setWakeUp((asked) => stillAsked(asked, changed))}
        onMoved={focusHeading}
      />
      <DeleteRecordDialog
        record={toDelete}
        onClose={(answered) => setToDelete((asked) => stillAsked(asked, answered))}
        onDeleted={focusHeading}
      />
    </>
  )
}

/** What is still asked once a question is answered: storing that takes a moment, and another one may be by then. */
function stillAsked(asked: SleepRecord | null, answered: SleepRecord): SleepRecord | null {
  return asked?.id === answered.id ? null : asked
}

/** Of a forgotten day it is the shortest way to tell it; a day that is ahead has nothing to tell. */
function rebuildOffer({ date, today, ofDay, missing }: ReturnType<typeof useDiary>) {
  if (date > today || missing !== null) return 'none'
  return date < today && ofDay.length === 0 ? 'prominent' : 'quiet'
}

/** A day of which nothing is known, or not yet. */
function EmptyDay({ missing }: { missing: Missing | null }) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <use href="#void" />
      </svg>
      <p>{missing === null ? words.noRecords : trend.missing[missing]}</p>
    </div>
  )
}

/** A sleep is in progress, or was never ended: the readout asks for its end first. */
function isAsleep(next: NextSleep): boolean {
  return next.kind === 'sleeping' || next.kind === 'stale-open'
}

function toneOf(next: NextSleep, asksWakeUp: boolean): HeadTone {
  if (next.kind === 'sleeping') return next.record.type === 'noche' ? 'night' : 'nap'
  return asksWakeUp && next.kind === 'none' ? 'dawn' : 'awake'
}
