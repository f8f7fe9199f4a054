import { memo, useId } from 'react'
import { clockChangeMinutes, formatDuration, sleepMinutes } from '../../../core/records/durations.ts'
import { isOpen, type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import type { TapKind } from '../../../core/records/taps.ts'
import { tapsOf } from '../../../core/records/taps-in-order.ts'
import type { TimeZone } from '../../../core/time/time.ts'
import { formWords } from '../../words/form.es.ts'
import { sleepOn, taps } from '../../words/night.es.ts'
import { counts, diary, disturbances, recordTypes } from '../../words/screens.es.ts'
import { sync } from '../../words/sync.es.ts'
import { IconButton, SmallButton } from '../buttons/Button.tsx'
import { Icon } from '../icons/Icon.tsx'
import { DisturbanceIcon } from './DisturbanceIcon.tsx'
import { QualityStar } from './QualityStar.tsx'
import styles from './RecordCard.module.css'
import { RecordMark } from './RecordMark.tsx'

interface RecordCardProps {
  record: SleepRecord
  zone: TimeZone
  /** Minutes so far, for the one sleep in progress. */
  elapsedMin?: number | null
  /** Where the record stands with the server, when it isn't there yet. */
  delivery?: 'pending' | 'refused' | null
  /** Takes the end of the sleep back; null when it is too late for that. */
  onSleepOn?: (() => void) | null
  /** Who logged it, in a sentence; null: there is one person alone, or it isn't known. */
  loggedBy?: string | null
  /** Is called by the pencil, and by a tap on the time of a wake-up. Null: there is no button at all. */
  onEdit: ((record: SleepRecord) => void) | null
  onDelete: (record: SleepRecord) => void
}

/** One line of the log, as a row of a ledger. */
export const RecordCard = memo(function RecordCard(props: RecordCardProps) {
  const { record, zone, elapsedMin = null, delivery = null, onSleepOn = null, onEdit, onDelete } = props
  const { loggedBy = null } = props
  const whenId = useId()
  const change = clockChangeMinutes(record, zone)
  return (
    <article className={styles.card}>
      <header>
        <RecordMark type={record.type} />
        <h3>{recordTypes[record.type]}</h3>
        {record.quality && <QualityStar quality={record.quality} />}
        {delivery && <DeliveryMark delivery={delivery} />}
        {onEdit && (
          <span className={styles.actions}>
            {record.type !== 'despertar' && (
              <IconButton
                icon="pencil"
                small
                label={diary.edit}
                aria-describedby={whenId}
                onClick={() => onEdit(record)}
              />
            )}
            <IconButton
              icon="trash-2"
              small
              label={diary.remove}
              aria-describedby={whenId}
              onClick={() => onDelete(record)}
            />
          </span>
        )}
      </header>
      <p className={styles.row}>
        <span id={whenId}>
          <When record={record} running={elapsedMin !== null} onEdit={onEdit} />
        </span>
        <b className="num">{durationText(record, elapsedMin, zone)}</b>
      </p>
      {change !== 0 && <p className={styles.hint}>{diary.clockChange(change)}</p>}
      {onSleepOn && (
        <SmallButton className={styles.sleepOn} aria-describedby={whenId} onClick={onSleepOn} data-of-now>
          {sleepOn.action}
        </SmallButton>
      )}
      {record.type !== 'despertar' && <Details record={record} />}
      {loggedBy && <p className={styles.hint}>{loggedBy}</p>}
    </article>
  )
})

interface WhenProps {
  record: SleepRecord
  running: boolean
  onEdit: ((record: SleepRecord) => void) | null
}

/** A wake-up has no pencil: its time is itself what is pressed. */
function When({ record, running, onEdit }: WhenProps) {
  const start = startTimeOf(record)
  if (record.type === 'despertar') {
    return (
      <>
        <i>{diary.timeLabel}</i>{' '}
        {onEdit === null ? (
          <time>{start}</time>
        ) : (
          <button
            type="button"
            className={styles.time}
            aria-label={formWords.changeTime(start ?? '')}
            onClick={() => onEdit(record)}
          >
            <time>{start}</time>
          </button>
        )}
      </>
    )
  }
  if (start === null && record.end_time === null) return <i>{diary.noStart}</i>
  return (
    <>
      {start === null ? <i>{diary.noStart}</i> : <time>{start}</time>}
      {' – '}
      {isOpen(record) ? (
        <i className={styles.open}>{running ? diary.running : diary.noEnd}</i>
      ) : (
        <time>{record.end_time}</time>
      )}
    </>
  )
}

/** The times win over a stored duration; it only speaks where they can't. */
function durationText(record: SleepRecord, elapsedMin: number | null, zone: TimeZone): string {
  if (record.type === 'despertar') return ''
  if (elapsedMin !== null) return formatDuration(elapsedMin)
  if (isOpen(record)) return ''
  const start = startTimeOf(record)
  return formatDuration(
    start === null ? record.duration : sleepMinutes(record.date, start, record.end_time, zone),
  )
}

function Details({ record }: { record: SleepRecord }) {
  return (
    <div className={styles.details}>
      <dl>
        <Count label={counts.wakeUps} record={record} kind="wake_ups" />
        <Count label={counts.feedings} record={record} kind="feedings" />
        <Count label={counts.diaperChanges} record={record} kind="diaper_changes" />
      </dl>
      {record.disturbances.length > 0 && (
        <ul>
          {record.disturbances.map((disturbance) => (
            <li key={disturbance} title={disturbances[disturbance]}>
              <span className="sr">{disturbances[disturbance]}</span>
              <DisturbanceIcon disturbance={disturbance} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Says how many there were of a kind, and the time of each that was counted by one tap. */
function Count({ label, record, kind }: { label: string; record: SleepRecord; kind: TapKind }) {
  const times = tapsOf(record, kind).map(({ time }) => time)
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{record[kind]}</dd>
      {times.length > 0 && <dd className={`${styles.times} num`}>{taps.times(times)}</dd>}
    </div>
  )
}

function DeliveryMark({ delivery }: { delivery: 'pending' | 'refused' }) {
  const refused = delivery === 'refused'
  return (
    <span
      className={refused ? styles.refused : styles.pending}
      role="img"
      aria-label={refused ? sync.refusedMark : sync.pendingMark}
    >
      <Icon name={refused ? 'circle-alert' : 'cloud-upload'} small />
    </span>
  )
}
