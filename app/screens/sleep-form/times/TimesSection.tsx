import type { SleepRecord } from '../../../../core/records/sleep-record.ts'
import { localTimeAt } from '../../../../core/time/time.ts'
import { clock } from '../../../device/clock.ts'
import {
  canConfirmEnd,
  endEarlier,
  type SleepForm,
  withEnd,
  withStart,
} from '../../../forms/sleep-form-state.ts'
import { useTimeZone } from '../../../local/use-baby-data.ts'
import { sleepForm } from '../../../words/screens.es.ts'
import { TimeEntry } from './TimeEntry.tsx'
import { endOffers, startOffers } from './time-offers.ts'

interface TimesSectionProps {
  form: SleepForm
  records: readonly SleepRecord[]
  /** Epoch milliseconds. */
  now: number
  change: (next: SleepForm) => void
  onEnterStart: (start: string) => void
  onStartNow: () => void
  onToggleStart: () => void
  onMoveStart: (minutes: number) => void
  /** The form asks above already when the sleep ended. */
  isEndAsked: boolean
}

/** When the sleep began and ended. */
export function TimesSection(props: TimesSectionProps) {
  const zone = useTimeZone()
  const { form, records, now, change, onEnterStart, onStartNow, onToggleStart, onMoveStart, isEndAsked } =
    props
  const ofStart = startOffers(form, records, now, zone)
  const ofEnd = endOffers(form, records, now, isEndAsked, zone)
  const setStart = (start: string) => change(withStart(form, start))
  const setEnd = (end: string) => change(withEnd(form, end))
  return (
    <>
      <TimeEntry
        label={sleepForm.start}
        value={form.start}
        onChange={onEnterStart}
        onNow={onStartNow}
        confirmLabel={sleepForm.confirmStart}
        confirmed={form.startConfirmed}
        onConfirm={onToggleStart}
        confirmDisabled={form.start === ''}
        readOnly={form.startConfirmed}
        onUnlock={onToggleStart}
        chips={ofStart.earlier}
        onEarlier={onMoveStart}
        known={offer(ofStart.known, sleepForm.lastEnd, setStart)}
        reserved={form.id === null}
      />
      <TimeEntry
        label={sleepForm.end}
        value={form.end}
        onChange={setEnd}
        onNow={() => setEnd(localTimeAt(clock.now(), zone))}
        confirmLabel={sleepForm.confirmEnd}
        confirmed={form.endConfirmed}
        onConfirm={() => change({ ...form, endConfirmed: !form.endConfirmed })}
        confirmDisabled={!form.endConfirmed && !canConfirmEnd(form)}
        onUnlock={() => change({ ...form, endConfirmed: false })}
        chips={ofEnd.earlier}
        onEarlier={(minutes) => change(endEarlier(form, minutes, zone) ?? form)}
        known={offer(ofEnd.known, sleepForm.wokeUpAt, setEnd)}
      />
    </>
  )
}

function offer(time: string | null, label: (time: string) => string, take: (time: string) => void) {
  return time === null ? null : { label: label(time), take: () => take(time) }
}
