import { authFailureToast } from '../../../screens/shared/auth-failure.ts'
import type { ToastMessage } from '../../../ui/overlays/toasts.ts'
import { type Failure, failedResult } from '../../../wire/failures.ts'
import { accountRefusals, accounts as words } from '../../../words/console/accounts.es.ts'
import { type UnknownWords, unknownToast } from '../../shared/unknown-toast.ts'

/** What the server says of an invitation whose mail it couldn't send: nothing is left of it. */
const MAIL_NOT_SENT = 'Error sending invite email'

/** What is known of a change that was asked for: perhaps it was made, or why it wasn't. */
export function changeFailureToast(failure: Failure, unknown: UnknownWords): ToastMessage {
  const isUndone = failure.message === MAIL_NOT_SENT
  return (isUndone ? null : unknownToast(failure, unknown)) ?? accountFailureToast(failure)
}

/** Why something about an account wasn't done. The server speaks English, to programs. */
export function accountFailureToast(failure: Failure): ToastMessage {
  const { code } = failedResult(failure)
  const own = code === null || !Object.hasOwn(accountRefusals, code) ? undefined : accountRefusals[code]
  if (own !== undefined) return { title: words.notDone, detail: own, tone: 'failure' }
  return authFailureToast(words.notDone, { code, message: words.later })
}
