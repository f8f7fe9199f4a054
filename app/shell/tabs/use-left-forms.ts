import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type Draft, draftOnLeaving } from '../../forms/drafts.ts'
import type { SleepForm } from '../../forms/sleep-form-state.ts'
import { store } from '../../local/phone-store.ts'
import { forgetDraft, leaveForm, type Navigation } from '../../navigation/navigation.ts'
import { sayKept } from '../../screens/shared/say-kept.ts'
import { shownToast } from '../../ui/overlays/toasts.ts'
import { today } from './today.ts'
import type { Go } from './use-navigation.ts'

interface LeftForms {
  nav: Navigation
  /** As they are offered. */
  drafts: readonly Draft[]
  mayWrite: boolean
  held: RefObject<SleepForm | null>
  move: Go
  go: Go
  onResume: (draft: Draft) => void
}

/** «Volver» and what it leaves, which is said once that can be gone on with; and a draft that is given up. */
export function useLeftForms({ nav, drafts, mayWrite, held, move, go, onResume }: LeftForms) {
  const { formKey, form: target, storing } = nav
  /** The forms of whose draft it is still to be said that «Volver» has left it, and which toast was there by then. */
  const unsaid = useRef<readonly { key: number; toast: number | undefined }[]>([])
  const onForget = useCallback((draft: Draft) => move((from) => forgetDraft(from, draft)), [move])
  const onBack = useCallback(() => {
    const kept = draftOnLeaving({ formKey, form: target }, held.current, store.data().records)
    if (kept !== null) unsaid.current = [...unsaid.current, { key: formKey, toast: shownToast()?.key }]
    go((from) => (from.formKey === formKey ? leaveForm(from, today(), kept) : from))
  }, [formKey, target, held, go])
  useEffect(() => {
    // What is being stored may be no draft any more in a moment, and nobody can go on with it before.
    const due = unsaid.current.filter(({ key }) => !storing.includes(key))
    unsaid.current = unsaid.current.filter(({ key }) => storing.includes(key))
    // What the storing itself has said since, as that the phone refused, matters more.
    const shown = shownToast()?.key
    const unheard = due.filter(({ toast }) => shown === undefined || shown === toast).map(({ key }) => key)
    const kept = drafts.findLast((draft) => unheard.includes(draft.formKey))
    if (kept !== undefined && mayWrite) sayKept(kept.form, () => onResume(kept))
  }, [drafts, storing, mayWrite, onResume])
  return { onForget, onBack }
}
