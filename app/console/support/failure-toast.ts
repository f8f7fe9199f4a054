import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import type { Failure } from '../../wire/failures.ts'
import { support } from '../../words/console/support.es.ts'
import { notDoneToast } from '../shared/not-done-toast.ts'

/** Why something about a family wasn't done. */
export function supportFailureToast(failure: Failure): ToastMessage {
  const { notDone: title, notIn: refused, tooMany: full, later } = support
  return notDoneToast(failure, { title, refused, full, later })
}
