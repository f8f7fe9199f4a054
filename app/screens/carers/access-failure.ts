import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { account } from '../../words/account.es.ts'
import { carers as words } from '../../words/carers/carers.es.ts'
import { changeFailureToast } from '../shared/change-failure.ts'

/** Why something about who is in wasn't done. The database speaks English, to programs. */
export function accessFailureToast(title: string, failed: FailedResult): ToastMessage {
  const isFull = failed.code === '23514' && failed.message.includes('invited as many')
  const message = isFull ? words.full : words.again
  return changeFailureToast(title, { ...failed, message }, account.unknown)
}
