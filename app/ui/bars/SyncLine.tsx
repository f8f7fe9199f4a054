import { common } from '../../words/entrance.es.ts'
import { sync } from '../../words/sync.es.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './SyncLine.module.css'

interface SyncLineProps {
  /** Changes that the server won't take. */
  refused: number
  onRetry: () => void
  onDiscard: () => void
  /** All of them, to decide one by one. */
  onShow: () => void
}

/** Changes that need an answer: one grey line under the header. */
export function SyncLine({ refused, onRetry, onDiscard, onShow }: SyncLineProps) {
  if (refused === 0) return null
  return (
    <div className={styles.line}>
      <Icon name="circle-alert" small />
      <span className={styles.refused}>{sync.refused(refused)}</span>
      {refused === 1 ? (
        <>
          <button type="button" onClick={onRetry}>
            {common.retry}
          </button>
          <button type="button" onClick={onDiscard}>
            {sync.discard}
          </button>
        </>
      ) : (
        <button type="button" onClick={onShow}>
          {sync.show}
        </button>
      )}
    </div>
  )
}
