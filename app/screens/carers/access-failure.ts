import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { carers as words } from '../../words/carers/carers.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'

/** Why something about who is in wasn't done. The database speaks English, to programs. */
export function accessFailureToast(title: string, { code, message }: FailedResult): ToastMessage {
  const isFull = code === '23514' && message.includes('invited as many')
  return authFailureToast(title, { code, message: isFull ? words.full : words.again })
}
