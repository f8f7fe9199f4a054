import { type SleepRecord, startTimeOf } from '../../core/records/sleep-record.ts'
import { type LocalDate, localDateAt, unmistakableDay } from '../../core/time/time.ts'
import { useNow } from '../device/use-now.ts'
import type { RefusedChange } from '../local/baby-data.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { common } from '../words/entrance.es.ts'
import { recordTypes } from '../words/screens.es.ts'
import { sync as words } from '../words/sync.es.ts'
import styles from './RefusedDialog.module.css'

interface RefusedDialogProps {
  open: boolean
  /** Called with the numbers of the changes to send once more. */
  onRetry: (seqs: readonly number[]) => void
  /** Called with the number of the change to give up; the carer is asked before that is done. */
  onDiscard: (seq: number) => void
  onClose: () => void
}

/** Lists the changes that the server refused, each with the choice to retry it or to give it up. */
export function RefusedDialog(props: RefusedDialogProps) {
  const { open, onRetry, onDiscard, onClose } = props
  const { sync, records, zone } = useBabyData()
  const today = localDateAt(useNow(), zone)
  return (
    <Dialog open={open} title={words.refusedTitle(sync.refused.length)} onClose={onClose}>
      <p>{words.refusedText(sync.refused.length)}</p>
      <ul className={styles.changes}>
        {sync.refused.map((change) => (
          <li key={change.seq}>
            <h3>{nameOf(change, records, today)}</h3>
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

function nameOf({ table, rowId }: RefusedChange, records: readonly SleepRecord[], today: LocalDate): string {
  if (table === 'baby_info') return words.babyChange
  if (table === 'sleep_plans') return words.planChange
  const record = records.find(({ id }) => id === rowId)
  if (record === undefined) return words.goneRecord
  const day = unmistakableDay(record.date, today)
  return words.recordChange(recordTypes[record.type], day, startTimeOf(record) ?? '')
}
