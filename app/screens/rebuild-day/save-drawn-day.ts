import { changedSince, type DrawnDay, recordsOfDay } from '../../../core/rebuild/rebuild-day.ts'
import { dayHeading, type LocalDate, type TimeZone } from '../../../core/time/time.ts'
import { addTogether, deleteTogether, updateRecord } from '../../changes/changes.ts'
import { changedFields } from '../../local/outbox.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { rebuildDay as words } from '../../words/rebuild-day.es.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay, undo } from '../shared/save-or-say.ts'

interface Outcome {
  /** What is drawn by now: a sleep may have been moved while it was being stored. */
  drawnByNow: () => DrawnDay
  /** Is called once the day is on this phone's disk. */
  onStored: () => void
  /** Is called after an undo: the day isn't stored any more, and can be drawn on, as it was `stored`. */
  onUndone: (stored: DrawnDay) => void
}

/** Stores everything that is drawn as one change, which one tap takes back. */
export async function saveDrawnDay(
  date: LocalDate,
  today: LocalDate,
  day: DrawnDay,
  { drawnByNow, onStored, onUndone }: Outcome,
  zone: TimeZone,
): Promise<void> {
  const adding = addTogether(recordsOfDay(date, day, zone))
  if (!(await saveOrSay(adding, failures.saveRecord))) return
  const added = await adding
  const stored = changedSince(day, drawnByNow())
  onStored()
  const drawn = recordsOfDay(date, stored, zone)
  const moves = await Promise.allSettled(
    added.map((record, index) => updateRecord(record.id, changedFields(record, drawn[index] ?? {}))),
  )
  const refused = moves.filter(({ status }) => status === 'rejected')
  if (refused.length > 0) console.warn(...refused)
  const dates = moves.map(({ status }, index) => (status === 'rejected' ? added : drawn)[index]?.date ?? date)
  const counts = [...new Set(dates)]
    .sort()
    .map((of) => words.savedDetail(dayHeading(of, today), dates.filter((other) => other === of).length))
  showToast({
    title: words.saved,
    // Only one message is on screen: it says both.
    detail: [...counts, ...(refused.length > 0 ? [words.notMoved] : [])].join(' '),
    ...(refused.length > 0 && { tone: 'failure', durationMs: 10_000 }),
    action: undo(async () => {
      await deleteTogether(added.map(({ id }) => id))
      onUndone(stored)
    }, failures.deleteRecord),
  })
}
