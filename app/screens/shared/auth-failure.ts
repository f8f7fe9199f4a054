import { settings } from '../../device/settings.ts'
import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { authErrors, login } from '../../words/entrance.es.ts'

/** Why an account call failed, in the carer's words where the server's code is a known one. */
export function authFailureToast(title: string, { code, message }: Omit<FailedResult, 'kind'>): ToastMessage {
  const known = code && authErrors[code]
  // A code that comes with a link may be a name that every object has, such as `constructor`.
  const detail = (typeof known === 'string' && known) || message || login.somethingWentWrong
  return { title, detail: detail.replace('{support}', settings.brand.supportEmail), tone: 'failure' }
}
