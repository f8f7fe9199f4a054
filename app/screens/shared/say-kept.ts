import type { SleepForm } from '../../forms/sleep-form-state.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { formWords } from '../../words/form.es.ts'
import { recordTypes, sleepForm } from '../../words/screens.es.ts'

/** A sleep with its times. @example 'Siesta de 17:00 a 17:30' */
export function sleepInWords({ type, start, end }: SleepForm): string {
  return sleepForm.tape(recordTypes[type], start, end)
}

/** Says that what a form held isn't saved, and offers to go on with it. */
export function sayKept(form: SleepForm, resume: () => void): void {
  showToast({
    title: formWords.notSavedYet,
    detail: formWords.notSavedYetDetail(sleepInWords(form)),
    action: { label: formWords.resume, run: resume },
  })
}
