import { memo } from 'react'
import type { SleepRecord } from '../../../core/sleep-record.ts'
import { diary } from '../../copy.es.ts'
import type { SyncStatus } from '../../data/use-baby-data.ts'
import { RecordCard } from '../../ui/RecordCard.tsx'
import styles from './RecordList.module.css'

interface RecordListProps {
  /** Newest first. */
  records: readonly SleepRecord[]
  /** The sleep in progress, and its minutes when it is one of these. */
  runningId: string | null
  runningMin: number | null
  sync: SyncStatus
  onEdit: (record: SleepRecord) => void
  onDelete: (record: SleepRecord) => void
}

/** The records of a day. Drawn again when they change, not when a minute passes. */
export const RecordList = memo(function RecordList(props: RecordListProps) {
  const { records, runningId, runningMin, sync, onEdit, onDelete } = props
  const refusedIds = new Set(sync.refused.map((change) => change.rowId))
  if (records.length === 0) return null
  return (
    <>
      <h2 className="sr">{diary.records}</h2>
      <ul className={styles.records}>
        {records.map((record) => (
          <li key={record.id}>
            <RecordCard
              record={record}
              elapsedMin={record.id === runningId ? runningMin : null}
              delivery={deliveryOf(record.id, sync.pendingIds, refusedIds)}
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
