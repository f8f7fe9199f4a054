import type { SleepRecord } from '../../../core/sleep-record.ts'
import { localTimeAt } from '../../../core/time.ts'
import { sleepForm } from '../../copy.es.ts'
import { clock } from '../../data/clock.ts'
import { Section } from '../../ui/Section.tsx'
import { canConfirmEnd, endEarlier, type SleepForm, withEnd, withStart } from './sleep-form-state.ts'
import { TimeEntry } from './TimeEntry.tsx'
import { endOffers, startOffers } from './time-offers.ts'

interface TimesSectionProps {
  form: SleepForm
  records: readonly SleepRecord[]
  /** Epoch milliseconds. */
  now: number
  change: (next: SleepForm) => void
  onToggleStart: () => void
  onMoveStart: (minutes: number) => void
}

/** When the sleep began and ended. */
export function TimesSection({ form, records, now, change, onToggleStart, onMoveStart }: TimesSectionProps) {
  const [ofStart, ofEnd] = [startOffers(form, records, now), endOffers(form, records, now)]
  const setStart = (start: string) => change(withStart(form, start))
  const setEnd = (end: string) => change(withEnd(form, end))
  return (
    <Section>
      <TimeEntry
        label={sleepForm.start}
        value={form.start}
        onChange={setStart}
        onNow={() => setStart(localTimeAt(clock.now()))}
        confirmLabel={sleepForm.confirmStart}
        confirmed={form.startConfirmed}
        onConfirm={onToggleStart}
        confirmDisabled={form.start === ''}
        readOnly={form.startConfirmed}
        chips={ofStart.earlier}
        onEarlier={onMoveStart}
        known={offer(ofStart.known, sleepForm.lastEnd, setStart)}
      />
      <TimeEntry
        label={sleepForm.end}
        value={form.end}
        onChange={setEnd}
        onNow={() => setEnd(localTimeAt(clock.now()))}
        confirmLabel={sleepForm.confirmEnd}
        confirmed={form.endConfirmed}
        onConfirm={() => change({ ...form, endConfirmed: !form.endConfirmed })}
        confirmDisabled={!form.endConfirmed && !canConfirmEnd(form)}
        chips={ofEnd.earlier}
        onEarlier={(minutes) => change(endEarlier(form, minutes) ?? form)}
        known={offer(ofEnd.known, sleepForm.wokeUpAt, setEnd)}
      />
    </Section>
  )
}

function offer(time: string | null, label: (time: string) => string, take: (time: string) => void) {
  return time === null ? null : { label: label(time), take: () => take(time) }
}
