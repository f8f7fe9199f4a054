import { lostRecord } from '../../words/partner.es.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './SyncLine.module.css'

interface DeletedElsewhereLineProps {
  /** What was deleted elsewhere, in words; null: nothing. */
  text: string | null
  onRecover: () => void
  onDismiss: () => void
}

/** A record that was worked on here is gone from elsewhere: said once, without a hurry. */
export function DeletedElsewhereLine({ text, onRecover, onDismiss }: DeletedElsewhereLineProps) {
  return (
    <div role="status" className={text === null ? undefined : styles.line}>
      {text !== null && (
        <>
          <Icon name="trash-2" small />
          <span className={styles.refused}>{text}</span>
          <button type="button" onClick={onRecover}>
            {lostRecord.recover}
          </button>
          <button type="button" onClick={onDismiss}>
            {lostRecord.dismiss}
          </button>
        </>
      )}
    </div>
  )
}
