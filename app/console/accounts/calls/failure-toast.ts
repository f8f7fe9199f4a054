import { authFailureToast } from '../../../screens/shared/auth-failure.ts'
import type { ToastMessage } from '../../../ui/overlays/toasts.ts'
import { type Failure, failedResult } from '../../../wire/failures.ts'
import { accountRefusals, accounts as words } from '../../../words/console/accounts.es.ts'

/** Why something about an account wasn't done. The server speaks English, to programs. */
export function accountFailureToast(failure: Failure): ToastMessage {
  const { code } = failedResult(failure)
  const own = code === null || !Object.hasOwn(accountRefusals, code) ? undefined : accountRefusals[code]
  if (own !== undefined) return { title: words.notDone, detail: own, tone: 'failure' }
  return authFailureToast(words.notDone, { code, message: words.later })
}
