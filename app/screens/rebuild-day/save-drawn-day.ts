import { type DrawnDay, recordsOfDay } from '../../../core/rebuild/rebuild-day.ts'
import { dayHeading, type LocalDate, type TimeZone } from '../../../core/time/time.ts'
import { addTogether, deleteTogether } from '../../changes/changes.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { rebuildDay as words } from '../../words/rebuild-day.es.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay, undo } from '../shared/save-or-say.ts'

interface Outcome {
  /** Is called once the day is on this phone's disk. */
  onStored: () => void
  /** Is called after an undo: the day isn't stored any more, and its drawing can be gone on with. */
  onUndone: () => void
}

/** Stores everything that is drawn as one change, which one tap takes back. */
export async function saveDrawnDay(
  date: LocalDate,
  today: LocalDate,
  day: DrawnDay,
  { onStored, onUndone }: Outcome,
  zone: TimeZone,
): Promise<void> {
  const records = recordsOfDay(date, day, zone)
  const adding = addTogether(records)
  if (!(await saveOrSay(adding, failures.saveRecord))) return
  const ids = (await adding).map(({ id }) => id)
  onStored()
  const dates = [...new Set(records.map((record) => record.date))]
  showToast({
    title: words.saved,
    detail: dates
      .map((of) =>
        words.savedDetail(dayHeading(of, today), records.filter((record) => record.date === of).length),
      )
      .join(' '),
    action: undo(async () => {
      await deleteTogether(ids)
      onUndone()
    }, failures.deleteRecord),
  })
}
