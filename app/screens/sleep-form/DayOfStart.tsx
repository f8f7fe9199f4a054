import { useState } from 'react'
import { eveningBefore } from '../../../core/night/evening.ts'
import type { LocalDate, TimeZone } from '../../../core/time/time.ts'
import type { FormTarget, SleepForm } from '../../forms/sleep-form-state.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { ahead, evening } from '../../words/night.es.ts'
import { answer } from '../shared/answer.ts'
import styles from './NightQuestion.module.css'

/** Says, before its ✓, that a night of the coming evening will be stored as yesterday's, unless the carer says no. */
export function EveningBefore({ onDeny }: { onDeny: () => void }) {
  return (
    <fieldset className={styles.question}>
      <legend>
        <RecordMark type="noche" /> {evening.ofYesterday}
      </legend>
      <div className={styles.answers}>
        <button type="button" onClick={({ currentTarget }) => answer(currentTarget, onDeny)}>
          {evening.ofToday}
        </button>
      </div>
    </fieldset>
  )
}

/** Says, before its ✓, that the start is still to come. ✓ stores it all the same. */
export function StartAhead({ onYesterday }: { onYesterday: () => void }) {
  return (
    <fieldset className={styles.question}>
      <legend>
        <Icon name="circle-alert" small /> {ahead.notYet}
      </legend>
      <div className={styles.answers}>
        <button type="button" onClick={({ currentTarget }) => answer(currentTarget, onYesterday)}>
          {ahead.wasYesterday}
        </button>
      </div>
    </fieldset>
  )
}

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
