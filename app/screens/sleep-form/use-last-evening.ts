import { useState } from 'react'
import { eveningBefore } from '../../../core/night/evening.ts'
import type { LocalDate, TimeZone } from '../../../core/time/time.ts'
import type { FormTarget, SleepForm } from '../../forms/sleep-form-state.ts'

/**
 * The evening as whose night ✓ on the start stores the form, or null: it is of its own date. The second says that it is
 * of today all the same, of this opening of the form. `now` is epoch ms.
 */
export function useLastEvening(
  form: SleepForm,
  target: FormTarget,
  now: number,
  zone: TimeZone,
): [LocalDate | null, () => void] {
  const [denied, setDenied] = useState<FormTarget | null>(null)
  const isAsked = !form.startConfirmed && (form.id === null || form.running) && denied !== target
  return [isAsked ? eveningBefore(form, now, zone) : null, () => setDenied(target)]
}
