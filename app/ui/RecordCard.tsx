import { memo, useId } from 'react'
import { clockChangeMinutes, formatDuration, sleepMinutes } from '../../core/durations.ts'
import { isOpen, type SleepRecord, startTimeOf } from '../../core/sleep-record.ts'
import { counts, diary, disturbances, recordTypes, sync } from '../copy.es.ts'
import { IconButton } from './Button.tsx'
import { DisturbanceIcon } from './DisturbanceIcon.tsx'
import { Icon } from './Icon.tsx'
import { QualityStar } from './QualityStar.tsx'
import styles from './RecordCard.module.css'
import { RecordMark } from './RecordMark.tsx'

interface RecordCardProps {
  record: SleepRecord
  /** Minutes so far, for the one sleep in progress. */
  elapsedMin?: number | null
  /** Where the record stands with the server, when it isn't there yet. */
  delivery?: 'pending' | 'refused' | null
  onEdit: (record: SleepRecord) => void
  onDelete: (record: SleepRecord) => void
}

/** One line of the log, as a row of a ledger. */
export const RecordCard = memo(function RecordCard(props: RecordCardProps) {
  const { record, elapsedMin = null, delivery = null, onEdit, onDelete } = props
  const whenId = useId()
  const change = clockChangeMinutes(record)
  return (
    <article className={styles.card}>
      <header>
        <RecordMark type={record.type} />
        <h3>{recordTypes[record.type]}</h3>
        {record.quality && <QualityStar quality={record.quality} />}
        {delivery && <DeliveryMark delivery={delivery} />}
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
      </header>
      <p className={styles.row}>
        <span id={whenId}>
          <When record={record} running={elapsedMin !== null} />
        </span>
        <b className="num">{durationText(record, elapsedMin)}</b>
      </p>
      {change !== 0 && <p className={styles.note}>{diary.clockChange(change)}</p>}
      {record.type !== 'despertar' && <Details record={record} />}
    </article>
  )
})

function When({ record, running }: { record: SleepRecord; running: boolean }) {
  const start = startTimeOf(record)
  if (record.type === 'despertar') {
    return (
      <>
        <i>{diary.timeLabel}</i> <time>{start}</time>
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
function durationText(record: SleepRecord, elapsedMin: number | null): string {
  if (record.type === 'despertar') return ''
  if (elapsedMin !== null) return formatDuration(elapsedMin)
  if (isOpen(record)) return ''
  const start = startTimeOf(record)
  return formatDuration(start === null ? record.duration : sleepMinutes(record.date, start, record.end_time))
}

function Details({ record }: { record: SleepRecord }) {
  return (
    <div className={styles.details}>
      <dl>
        <Count label={counts.wakeUps} value={record.wake_ups} />
        <Count label={counts.feedings} value={record.feedings} />
        <Count label={counts.diaperChanges} value={record.diaper_changes} />
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

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
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
