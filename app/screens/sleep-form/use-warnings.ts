import { useState } from 'react'
import type { RecordWarning } from '../../../core/records/record-warnings.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import type { TimeZone } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import type { SleepForm } from '../../forms/sleep-form-state.ts'
import { timesOf, warningsOf } from './form-messages.ts'

/**
 * What looks odd about the times of a form, once a submit has asked about them. The second asks, where something looks
 * odd that wasn't asked about yet, and answers whether it does. Times that were saved once are not asked about again
 * when something else is edited.
 * @param begun what the form goes on from.
 * @param open those of the log that haven't ended, `now` epoch ms.
 */
export function useWarnings(
  { form, begun }: { form: SleepForm; begun: SleepForm },
  records: readonly SleepRecord[],
  open: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): [readonly RecordWarning[], () => boolean] {
  const [askedAbout, setAskedAbout] = useState<string | null>(null)
  const times = timesOf(form)
  const warnings = askedAbout === times ? warningsOf(form, records, open, now, zone) : []

  function ask(): boolean {
    const wasAsked = times === askedAbout || (begun.id !== null && !begun.running && times === timesOf(begun))
    if (wasAsked || warningsOf(form, records, open, clock.now(), zone).length === 0) return false
    setAskedAbout(times)
    return true
  }

  return [warnings, ask]
}
