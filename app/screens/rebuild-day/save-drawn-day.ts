import { changedSince, type DrawnDay, recordsOfDay } from '../../../core/rebuild/rebuild-day.ts'
import { dayHeading, type LocalDate, type TimeZone } from '../../../core/time/time.ts'
import { addTogether, deleteTogether, updateRecord } from '../../changes/changes.ts'
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
  const ids = (await adding).map(({ id }) => id)
  const stored = changedSince(day, drawnByNow())
  onStored()
  const records = recordsOfDay(date, stored, zone)
  const moving = Promise.all(ids.map((id, index) => updateRecord(id, records[index] ?? {})))
  if (!(await saveOrSay(moving, failures.updateRecord))) return
  const dates = [...new Set(records.map((record) => record.date))].sort()
  showToast({
    title: words.saved,
    detail: dates
      .map((of) =>
        words.savedDetail(dayHeading(of, today), records.filter((record) => record.date === of).length),
      )
      .join(' '),
    action: undo(async () => {
      await deleteTogether(ids)
      onUndone(stored)
    }, failures.deleteRecord),
  })
}
