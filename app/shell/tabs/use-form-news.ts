import { useCallback } from 'react'
import type { LocalDate } from '../../../core/time/time.ts'
import type { SleepForm } from '../../forms/sleep-form-state.ts'
import {
  endForm,
  mendDraft,
  type Navigation,
  noteStoring,
  openForm,
  touchForm,
} from '../../navigation/navigation.ts'
import { today } from './today.ts'
import type { Go } from './use-navigation.ts'

/**
 * What the form tells of itself. Storing takes a moment, and an undo may come later still: a form that is gone says
 * nothing about the next one. Each member stays the same as long as the form does.
 */
export function useFormNews({ formKey, form: target }: Navigation, move: Go, go: Go) {
  const onTouched = useCallback(
    (runningId: string | null) =>
      move((from) => (from.formKey === formKey ? touchForm(from, runningId) : from)),
    [formKey, move],
  )
  const onStoring = useCallback(
    (isStoring: boolean) => move((from) => noteStoring(from, formKey, isStoring)),
    [formKey, move],
  )
  const onLateNews = useCallback(
    (form: SleepForm) => move((from) => mendDraft(from, { formKey, target, form })),
    [formKey, target, move],
  )
  // What the form held has been stored, so it doesn't become a draft.
  const onAnother = useCallback(
    (date: LocalDate) =>
      go((from) =>
        from.formKey === formKey && from.tab === 'add'
          ? openForm(from, { kind: 'new', date })
          : endForm(from, formKey, today()),
      ),
    [formKey, go],
  )
  const onDone = useCallback(() => go((from) => endForm(from, formKey, today())), [formKey, go])
  return { onTouched, onStoring, onLateNews, onAnother, onDone }
}
