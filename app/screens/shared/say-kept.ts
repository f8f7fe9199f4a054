import type { SleepForm } from '../../forms/sleep-form-state.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { formWords } from '../../words/form.es.ts'
import { onlyLooks } from '../../words/partner.es.ts'
import { recordTypes, sleepForm } from '../../words/screens.es.ts'

const ONLY_LOOKS_MS = 15_000

/** Says that what a form held isn't saved, and offers to go on with it. */
export function sayKept(form: SleepForm, resume: () => void): void {
  showToast({
    title: formWords.notSavedYet,
    detail: formWords.notSavedYetDetail(inWords(form)),
    action: { label: formWords.resume, run: resume },
  })
}

/** Says that nothing can be changed from now on, and what of a form isn't saved; null: there is nothing. */
export function sayOnlyLooks(form: SleepForm | null): void {
  showToast(
    form === null
      ? { title: onlyLooks.turned }
      : {
          title: onlyLooks.turned,
          detail: onlyLooks.turnedDetail(inWords(form)),
          durationMs: ONLY_LOOKS_MS,
        },
  )
}

/** A sleep with the times that it has. @example 'Siesta de 17:00 a 17:30' */
function inWords({ type, start, end }: SleepForm): string {
  const name = recordTypes[type]
  if (start === '') return name
  return end === '' ? sleepForm.tapeSince(name, start) : sleepForm.tape(name, start, end)
}
