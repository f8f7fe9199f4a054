import { authFailureToast } from '../../screens/shared/auth-failure.ts'
import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import { type Failure, failedResult } from '../../wire/failures.ts'
import { support as words } from '../../words/console/support.es.ts'

/** Why something about a family wasn't done. The database speaks English, to programs. */
export function supportFailureToast(failure: Failure): ToastMessage {
  const { code } = failedResult(failure)
  const isTooMuch = code === '23514' && failure.message.includes('a day')
  const message = code === '42501' ? words.notIn : isTooMuch ? words.tooMany : words.later
  return authFailureToast(words.notDone, { code, message })
}
