import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import type { Failure } from '../../wire/failures.ts'
import { asking as words } from '../../words/console/families.es.ts'
import { supportDates } from '../../words/console/support.es.ts'
import { notDoneToast } from '../shared/not-done-toast.ts'
import { type UnknownWords, unknownToast } from '../shared/unknown-toast.ts'
import { BEGINS_TOO_LATE } from './remote-asking.ts'

/** What is known of something about a request that can be sent again: perhaps it was done, or why it wasn't. */
export function askingFailure(failure: Failure, title: string, unknown: UnknownWords): ToastMessage {
  const later = failure.message === BEGINS_TOO_LATE ? supportDates.problem.late : words.again
  const { notStaff: refused, tooMany: full } = words
  return unknownToast(failure, unknown) ?? notDoneToast(failure, { title, refused, full, later })
}
