import { useMemo, useRef } from 'react'
import { isSmallHours } from '../../../core/night/small-hours.ts'
import type { PlanNap } from '../../../core/plan/plan.ts'
import { dayKnown } from '../../../core/rebuild/day-known.ts'
import {
  type DrawnDay,
  type DrawnSleep,
  inOrder,
  placeAfter,
  recordOfSleep,
  stretchFrom,
  timeAt,
} from '../../../core/rebuild/rebuild-day.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { SleepRecord, SleepType } from '../../../core/records/sleep-record.ts'
import {
  dayHeading,
  instantAt,
  type LocalDate,
  type LocalTime,
  type TimeZone,
} from '../../../core/time/time.ts'
import { useBabyData, useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { common } from '../../words/entrance.es.ts'
import { ahead } from '../../words/night.es.ts'
import { rebuildDay as words } from '../../words/rebuild-day.es.ts'
import { dayTape } from '../diary/day-tape.ts'
import { drawnWarnings } from './drawn-warnings.ts'
import { EntryLine } from './EntryLine.tsx'
import { FoldedTape } from './FoldedTape.tsx'
import styles from './RebuildDaySheet.module.css'
import { useDrawnDay } from './use-drawn-day.ts'
import { useTapeThumb } from './use-tape-thumb.ts'
import { WakeUpLine } from './WakeUpLine.tsx'

interface RebuildDaySheetProps {
  date: LocalDate
  today: LocalDate
  /** Epoch milliseconds. */
  now: number
  /** Those of the days around, newest first. */
  records: readonly SleepRecord[]
  naps: readonly PlanNap[]
  day: DrawnDay
  onChange: (day: DrawnDay) => void
  onSave: () => void
  onClose: () => void
}

/** A whole day from memory: drawn on its tape, or typed, and saved as one change. */
export function RebuildDaySheet(props: RebuildDaySheetProps) {
  const { open, zone } = useBabyData()
  const { date, today, now, records, naps, day, onChange, onSave, onClose } = props
  const known = useMemo(
    () => dayKnown({ date, now, zone, records, naps, wakeUp: day.wakeUp }),
    [date, now, records, naps, day.wakeUp, zone],
  )
  const drawn = useDrawnDay(date, day, onChange)
  const { keepLine, ...thumb } = useTapeThumb({ drawn, sleeps: day.sleeps, ...known })
  const { sleeps } = drawn
  const names = namesOf(sleeps)
  const warnings = useMemo(
    () => drawnWarnings(date, sleeps, records, open, now, zone),
    [date, sleeps, records, open, now, zone],
  )
  const shown = drawn.stroke ?? sleeps.find(({ key }) => key === drawn.selectedKey) ?? null
  const addButton = useRef<HTMLButtonElement>(null)
  const count = sleeps.length + (day.wakeUp === null ? 0 : 1)

  function add() {
    const taken = [...day.sleeps, ...known.logged]
    drawn.add(stretchFrom(placeAfter(taken, day.wakeUp ?? known.wakeUpLogged), taken, known.habits))
  }
  function remove(sleep: DrawnSleep) {
    drawn.remove(sleep)
    addButton.current?.focus()
  }

  return (
    <Dialog open title={words.title(dayHeading(date, today))} onClose={onClose}>
      <div className={styles.top}>
        <Readout date={date} sleep={shown} />
        <FoldedTape
          label={words.tape(dayTape(records, date, null, now, zone).label)}
          sleeps={sleeps}
          names={names}
          logged={known.logged}
          wakeUps={known.wakeUps}
          now={known.nowAt}
          selectedKey={drawn.selectedKey}
          keepLine={keepLine}
          onSelect={drawn.select}
          onMove={drawn.move}
          {...thumb}
        />
      </div>
      {known.logged.length > 0 && <div className={styles.logged}>{words.logged}</div>}
      {known.wakeUpLogged === null || day.wakeUp !== null ? (
        <WakeUpLine
          time={day.wakeUp}
          afterNight={known.afterNight}
          oddity={wakeUpOddity({ date, time: day.wakeUp, logged: known.wakeUpLogged, now }, zone)}
          onChange={drawn.setWakeUp}
        />
      ) : (
        <div className={styles.logged}>{words.wakeUpLogged(known.wakeUpLogged)}</div>
      )}
      <ul aria-label={words.list}>
        {sleeps.map((sleep) => (
          <EntryLine
            key={sleep.key}
            date={date}
            sleep={sleep}
            name={names.get(sleep.key) ?? ''}
            selected={sleep.key === drawn.selectedKey}
            warnings={warnings.get(sleep.key) ?? []}
            onType={drawn.type}
            onSwitch={drawn.switchType}
            onRemove={remove}
          />
        ))}
      </ul>
      <button ref={addButton} type="button" className={styles.add} onClick={add}>
        <Icon name="plus" small />
        {words.add}
      </button>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onClose}>
          {common.close}
        </Button>
        <Button variant="primary" disabled={count === 0} onClick={onSave}>
          {count === 0 ? words.saveNothing : words.save(count)}
        </Button>
      </div>
    </Dialog>
  )
}

interface DrawnWakeUp {
  date: LocalDate
  time: LocalTime | null
  /** Since it was drawn, here or on another phone. */
  logged: LocalTime | null
  now: number
}

function wakeUpOddity({ date, time, logged, now }: DrawnWakeUp, zone: TimeZone): string | null {
  if (time === null) return null
  if (logged !== null) return words.wakeUpLogged(logged)
  if (isSmallHours(time)) return words.wakeUpInTheNight
  return instantAt(date, time, zone) > now ? ahead.notYet : null
}

/** The thumb hides what it draws: its times stand above the tape. */
function Readout({ date, sleep }: { date: LocalDate; sleep: DrawnSleep | null }) {
  const zone = useTimeZone()
  if (sleep === null) return <div className={styles.how}>{words.how}</div>
  return (
    <div className={`${styles.readout} num`}>
      {timeAt(sleep.from)} – {timeAt(sleep.to)}{' '}
      <b>{formatDuration(recordOfSleep(date, sleep, zone).duration)}</b>
    </div>
  )
}

/** «Siesta 2» is the day's second, whenever it was drawn. */
function namesOf(sleeps: readonly DrawnSleep[]): ReadonlyMap<number, string> {
  const counts: Record<SleepType, number> = { siesta: 0, noche: 0 }
  return new Map(
    inOrder(sleeps).map(({ key, type }) => {
      counts[type] += 1
      return [key, words.name(type, counts[type])]
    }),
  )
}
