import { type SleepRecord, startTimeOf } from '../core/sleep-record.ts'
import { dayHeading, localDateAt } from '../core/time.ts'
import { common, recordTypes, sync as words } from './copy.es.ts'
import type { RefusedChange } from './data/baby-data.ts'
import { clock } from './data/clock.ts'
import { useBabyData } from './data/use-baby-data.ts'
import styles from './RefusedDialog.module.css'
import { Button } from './ui/Button.tsx'
import { Dialog } from './ui/Dialog.tsx'

interface RefusedDialogProps {
  open: boolean
  /** The changes' numbers. */
  onRetry: (seqs: readonly number[]) => void
  /** The change's number; nothing is given up yet. */
  onDiscard: (seq: number) => void
  onClose: () => void
}

/** What the server didn't take, one by one. */
export function RefusedDialog(props: RefusedDialogProps) {
  const { open, onRetry, onDiscard, onClose } = props
  const { sync, records } = useBabyData()
  return (
    <Dialog
      open={open && sync.refused.length > 0}
      title={words.refusedTitle(sync.refused.length)}
      onClose={onClose}
    >
      <p>{words.refusedText(sync.refused.length)}</p>
      <ul className={styles.changes}>
        {sync.refused.map((change) => (
          <li key={change.seq}>
            <h3>{nameOf(change, records)}</h3>
            <p>{words.refusedKind[change.kind]}</p>
            <div className={styles.choices}>
              <Button variant="quiet" onClick={() => onDiscard(change.seq)}>
                {words.discard}
              </Button>
              <Button variant="quiet" onClick={() => onRetry([change.seq])}>
                {common.retry}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.last}>
        {sync.refused.length > 1 && (
          <Button variant="primary" onClick={() => onRetry(sync.refused.map(({ seq }) => seq))}>
            {words.retryAll}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  )
}

function nameOf({ table, rowId }: RefusedChange, records: readonly SleepRecord[]): string {
  if (table === 'baby_info') return words.babyChange
  if (table === 'sleep_plans') return words.planChange
  const record = records.find(({ id }) => id === rowId)
  if (record === undefined) return words.goneRecord
  const day = dayHeading(record.date, localDateAt(clock.now()))
  return words.recordChange(recordTypes[record.type], day, startTimeOf(record) ?? '')
}
