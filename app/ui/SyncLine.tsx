import { common, sync } from '../copy.es.ts'
import { Icon } from './Icon.tsx'
import styles from './SyncLine.module.css'

interface SyncLineProps {
  online: boolean
  /** Records that wait to be sent. */
  pending: number
  /** Changes that the server won't take. */
  refused: number
  onRetry: () => void
  onDiscard: () => void
}

/** What the network holds back: one grey line under the header. The status stays, so that it is read out when it speaks. */
export function SyncLine({ online, pending, refused, onRetry, onDiscard }: SyncLineProps) {
  return (
    <>
      <p className={styles.status} role="status">
        {!online && (
          <span className={styles.line}>
            <Icon name="cloud-off" small />
            {pending > 0 ? `${sync.offline} · ${sync.toSend(pending)}` : sync.offline}
          </span>
        )}
      </p>
      {refused > 0 && (
        <div className={styles.line}>
          <Icon name="circle-alert" small />
          <span className={styles.refused}>{sync.refused(refused)}</span>
          <button type="button" onClick={onRetry}>
            {common.retry}
          </button>
          <button type="button" onClick={onDiscard}>
            {sync.discard}
          </button>
        </div>
      )}
    </>
  )
}
