import { type RefObject, useCallback } from 'react'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import type { Draft } from '../../forms/drafts.ts'
import type { FormTarget, SleepForm } from '../../forms/sleep-form-state.ts'
import { store } from '../../local/phone-store.ts'
import { openForm, resumeDraft } from '../../navigation/navigation.ts'
import type { Go } from './use-navigation.ts'

/** The ways to a form: of a new sleep, of one that is logged, of a draft. What the present one holds becomes one. */
export function useOpenForm(held: RefObject<SleepForm | null>, go: Go) {
  const onOpen = useCallback(
    (target: FormTarget) => {
      const { current } = held
      go((from) => openForm(from, target, current))
    },
    [held, go],
  )
  const onAdd = useCallback((date: LocalDate) => onOpen({ kind: 'new', date }), [onOpen])
  const onEdit = useCallback((record: SleepRecord) => onOpen({ kind: 'edit', record }), [onOpen])
  const onResume = useCallback(
    (draft: Draft) => {
      const { current } = held
      go((from) => resumeDraft(from, draft.formKey, store.data().records, current))
    },
    [held, go],
  )
  return { onAdd, onEdit, onResume }
}
