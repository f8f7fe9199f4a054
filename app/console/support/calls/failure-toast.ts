import type { ToastMessage } from '../../../ui/overlays/toasts.ts'
import type { Failure } from '../../../wire/failures.ts'
import { support } from '../../../words/console/support.es.ts'
import { notDoneToast } from '../../shared/not-done-toast.ts'
import { type UnknownWords, unknownToast } from '../../shared/unknown-toast.ts'

/** Why something about a family wasn't done. */
function supportFailureToast(failure: Failure): ToastMessage {
  const { notDone: title, notIn: refused, tooMany: full, later } = support
  return notDoneToast(failure, { title, refused, full, later })
}

/** What is known of something that was sent and can be sent again: perhaps it arrived, or why it wasn't done. */
export function sentFailureToast(failure: Failure, words: UnknownWords): ToastMessage {
  return unknownToast(failure, words) ?? supportFailureToast(failure)
}
