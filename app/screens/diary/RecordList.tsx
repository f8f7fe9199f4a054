import { memo } from 'react'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { type SyncStatus, useTimeZone } from '../../local/use-baby-data.ts'
import { RecordCard } from '../../ui/records/RecordCard.tsx'
import { diary } from '../../words/screens.es.ts'
import styles from './RecordList.module.css'
import { useLoggedBy } from './use-logged-by.ts'

interface RecordListProps {
  /** Newest first. */
  records: readonly SleepRecord[]
  /** The sleep in progress, with its minutes so far when it is one of `records`. */
  runningId: string | null
  runningMin: number | null
  sync: SyncStatus
  /** The sleep whose end can still be taken back. */
  sleepOnId: string | null
  onSleepOn: () => void
  /** Null: who looks may change nothing. */
  onEdit: ((record: SleepRecord) => void) | null
  onDelete: (record: SleepRecord) => void
}

/** Lists the records of a day. It is drawn again when they change, and not each minute. */
export const RecordList = memo(function RecordList(props: RecordListProps) {
  const { records, runningId, runningMin, sync, sleepOnId, onSleepOn, onEdit, onDelete } = props
  const refusedIds = new Set(sync.refused.map((change) => change.rowId))
  const zone = useTimeZone()
  const loggedBy = useLoggedBy()
  if (records.length === 0) return null
  return (
    <>
      <h2 className="sr">{diary.records}</h2>
      <ul className={styles.records}>
        {records.map((record) => (
          <li key={record.id}>
            <RecordCard
              record={record}
              zone={zone}
              elapsedMin={record.id === runningId ? runningMin : null}
              delivery={deliveryOf(record.id, sync.pendingIds, refusedIds)}
              loggedBy={loggedBy(record)}
              onSleepOn={record.id === sleepOnId ? onSleepOn : null}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          </li>
        ))}
      </ul>
    </>
  )
})

function deliveryOf(id: string, pending: ReadonlySet<string>, refused: ReadonlySet<string>) {
  if (refused.has(id)) return 'refused'
  return pending.has(id) ? 'pending' : null
}
