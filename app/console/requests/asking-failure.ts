import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import type { Failure } from '../../wire/failures.ts'
import { asking as words } from '../../words/console/families.es.ts'
import { supportDates } from '../../words/console/support.es.ts'
import { notDoneToast } from '../shared/not-done-toast.ts'
import { BEGINS_TOO_LATE } from './remote-asking.ts'

/** Why something about a request wasn't done. */
export function askingFailure(title: string, failure: Failure): ToastMessage {
  const later = failure.message === BEGINS_TOO_LATE ? supportDates.problem.late : words.again
  return notDoneToast(failure, { title, refused: words.notStaff, full: words.tooMany, later })
}
