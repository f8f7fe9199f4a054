import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import type { Failure } from '../../wire/failures.ts'
import { isUnreachable } from '../../wire/failures.ts'
import { asking as words } from '../../words/console/families.es.ts'

/** Why something about a request wasn't done. The database speaks English, to programs. */
export function askingFailure(title: string, failure: Failure): ToastMessage {
  const detail = isUnreachable(failure) ? words.offline : words.again
  return { title, detail, tone: 'failure' }
}
