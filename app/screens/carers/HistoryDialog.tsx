import { useMemo } from 'react'
import { settings } from '../../device/settings.ts'
import { useNow } from '../../device/use-now.ts'
import type { AccessEvent, Person } from '../../family/remote-families.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { untilText, whenText, accessHistory as words } from '../../words/carers/carers.es.ts'
import { common } from '../../words/entrance.es.ts'
import styles from './Carers.module.css'
import { type HistoryLine, historyLines } from './history-lines.ts'

interface HistoryDialogProps {
  /** The latest first; null: closed. */
  events: readonly AccessEvent[] | null
  people: readonly Person[]
  onClose: () => void
}

/** What became of whom. */
export function HistoryDialog({ events, people, onClose }: HistoryDialogProps) {
  const now = useNow()
  const zone = useTimeZone()
  const lines = useMemo(() => historyLines(events ?? [], zone), [events, zone])
  return (
    <Dialog open={events !== null} title={words.title} onClose={onClose}>
      {lines.length === 0 && <p>{words.nothing}</p>}
      <ul className={styles.events} aria-label={words.title}>
        {lines.map((line) => {
          const at = line.kind === 'views' ? line.at : line.event.at
          const text = textOf(line)
          return (
            <li key={at + text}>
              <p className={styles.event}>{text}</p>
              <p className={`hint num ${styles.day}`}>
                {[capital(whenText(at, now, zone)), untilOf(line), emailOf(line)].filter(Boolean).join(' · ')}
              </p>
            </li>
          )
        })}
      </ul>
      <DialogButtons>
        <Button variant="quiet" onClick={onClose} autoFocus>
          {common.close}
        </Button>
      </DialogButtons>
    </Dialog>
  )

  /** Until when an access was given, or stays open after a no. */
  function untilOf(line: HistoryLine): string | null {
    const says = line.kind === 'event' && ['joined', 'refused'].includes(line.event.event)
    const until = says ? line.event.until : null
    return until === null ? null : words.until(untilText(until, now, zone))
  }

  /** Whose account it was: a name is what the family calls somebody, and may be another by now. */
  function emailOf(line: HistoryLine): string | null {
    const accountId = line.kind === 'event' ? line.event.account_id : null
    return people.find(({ account_id }) => account_id === accountId)?.email ?? null
  }
}

function textOf(line: HistoryLine): string {
  if (line.kind === 'views') return words.viewed(line.name, line.parts)
  const { event, name, role, until } = line.event
  if (line.before !== null) return words.renamed(line.before, name, role)
  return words.event(event, name, role, settings.brand.provider, until !== null)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
