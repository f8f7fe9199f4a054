import { useNow } from '../../device/use-now.ts'
import type { AccessEvent } from '../../family/remote-families.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { whenText, accessHistory as words } from '../../words/carers.es.ts'
import { common } from '../../words/entrance.es.ts'
import styles from './Carers.module.css'

interface HistoryDialogProps {
  /** The latest first; null: closed. */
  events: readonly AccessEvent[] | null
  onClose: () => void
}

/** What became of whom. */
export function HistoryDialog({ events, onClose }: HistoryDialogProps) {
  const now = useNow()
  const zone = useTimeZone()
  return (
    <Dialog open={events !== null} title={words.title} onClose={onClose}>
      {events?.length === 0 && <p>{words.nothing}</p>}
      <ul className={styles.events} aria-label={words.title}>
        {events?.map(({ at, event, name, role }) => (
          <li key={at + event + name}>
            <p className={styles.event}>{words.event(event, name, role)}</p>
            <p className={`hint num ${styles.day}`}>{capital(whenText(at, now, zone))}</p>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button variant="quiet" onClick={onClose} autoFocus>
          {common.close}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
