import { useId } from 'react'
import { formatDuration, sleepMinutes } from '../../../core/records/durations.ts'
import { elapsedMinutes, type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import { dayHeading, type LocalDate, type TimeZone } from '../../../core/time/time.ts'
import type { DayRow } from '../../../core/week/weekly-pattern.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button, IconButton } from '../../ui/buttons/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { QualityStar } from '../../ui/records/QualityStar.tsx'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { common } from '../../words/entrance.es.ts'
import { diary, qualities, recordTypes, week } from '../../words/screens.es.ts'
import { weekTable } from '../../words/week.es.ts'
import { rangeText } from '../shared/range-text.ts'
import styles from './BarSheet.module.css'

/** A bar by its row and its record: others may come and go beside it. */
export interface PickedBar {
  date: LocalDate
  id: string
}

interface BarSheetProps {
  days: readonly DayRow[]
  picked: PickedBar | null
  runningId: string | null
  today: LocalDate
  /** Epoch milliseconds. */
  now: number
  onMove: (picked: PickedBar) => void
  onClose: () => void
  /** Null: who looks may change nothing. */
  onEdit: ((record: SleepRecord) => void) | null
}

/** What a bar of the chart is, and the way to its form. */
export function BarSheet({ days, picked, runningId, today, now, onMove, onClose, onEdit }: BarSheetProps) {
  const zone = useTimeZone()
  const describedBy = useId()
  const bars = days.find((day) => day.date === picked?.date)?.bars ?? []
  // The record may have gone from under the sheet, deleted on another phone.
  const place = bars.findIndex((bar) => bar.record.id === picked?.id)
  const record = bars[place]?.record
  const running = record !== undefined && record.id === runningId
  const minutes = record ? minutesSlept(record, running, now, zone) : null
  const title = record ? `${recordTypes[record.type]} · ${dayHeading(record.date, today)}` : ''
  return (
    <Dialog open={record !== undefined} title={title} describedBy={describedBy} onClose={onClose}>
      {record && picked && (
        <>
          <div id={describedBy} aria-live="polite">
            <div className={styles.row}>
              <RecordMark type={record.type} />
              <span className="num">{rangeText(record, running)}</span>
              {minutes !== null && (
                <>
                  <b className="num" aria-hidden>
                    {formatDuration(minutes)}
                  </b>
                  <span className="sr">{weekTable.duration(minutes)}</span>
                </>
              )}
            </div>
            {record.quality && (
              <div className={styles.quality}>
                <QualityStar quality={record.quality} decorative />
                {diary.quality(qualities[record.quality])}
              </div>
            )}
          </div>
          {bars.length > 1 && (
            <Steps
              what={title}
              place={place}
              count={bars.length}
              onMove={(next) => onMove({ ...picked, id: bars[next]?.record.id ?? picked.id })}
            />
          )}
          <DialogActions cancel={common.close} onCancel={onClose}>
            {onEdit && (
              <Button variant="primary" ref={focusFirst} onClick={() => onEdit(record)}>
                {diary.edit}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

/** The native dialog gives its focus to what has this attribute, which React's autoFocus doesn't write. */
function focusFirst(button: HTMLButtonElement | null) {
  button?.setAttribute('autofocus', '')
}

interface StepsProps {
  /** What the bar at this place is. */
  what: string
  place: number
  count: number
  onMove: (place: number) => void
}

/** The row's other bars, round and round: the way to a bar too thin for the finger, and the keyboard's way. */
function Steps({ what, place, count, onMove }: StepsProps) {
  const moveBy = (step: -1 | 1) => onMove((place + step + count) % count)
  return (
    <div className={styles.steps}>
      <IconButton icon="chevron-left" label={week.previousSleep} onClick={() => moveBy(-1)} />
      {/* A sheet's own name isn't told again when it changes. */}
      <span className="num" aria-live="polite" aria-atomic>
        <span className="sr">{what}, </span>
        {week.position(place + 1, count)}
      </span>
      <IconButton icon="chevron-right" label={week.nextSleep} onClick={() => moveBy(1)} />
    </div>
  )
}

/** Null: it has no end, and doesn't run. */
function minutesSlept(record: SleepRecord, running: boolean, now: number, zone: TimeZone): number | null {
  if (running) return elapsedMinutes(record, now, zone)
  if (record.end_time === null) return null
  return sleepMinutes(record.date, startTimeOf(record), record.end_time, zone)
}
