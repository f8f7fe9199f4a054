import { type RefObject, useEffect } from 'react'
import { useTurnedViewer } from '../../family/use-turned-viewer.ts'
import type { SleepForm } from '../../forms/sleep-form-state.ts'
import { type Navigation, putFormAway } from '../../navigation/navigation.ts'
import { sayOnlyLooks } from '../../screens/shared/say-kept.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { sleepForm } from '../../words/screens.es.ts'
import { today } from './today.ts'
import type { Go } from './use-navigation.ts'

const CLOSED_BY = { deleted: sleepForm.closedDeleted, ended: sleepForm.closedEnded }

/** Says why a form has closed by itself, and closes that of a carer who may only look from now on. */
export function useFormClosed(
  nav: Navigation,
  mayWrite: boolean,
  held: RefObject<SleepForm | null>,
  move: Go,
): void {
  const { closedBy } = nav
  useEffect(() => {
    if (closedBy !== null) showToast({ title: CLOSED_BY[closedBy] })
  }, [closedBy])
  useTurnedViewer(mayWrite, () => {
    const { current } = held
    const putAway = (from: Navigation) => putFormAway(from, today(), current)
    const away = putAway(nav)
    move(putAway)
    sayOnlyLooks(away.drafts.length > nav.drafts.length ? (away.drafts.at(-1)?.form ?? null) : null)
  })
}
