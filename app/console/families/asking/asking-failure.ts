import type { ToastMessage } from '../../../ui/overlays/toasts.ts'
import { type Failure, isUnreachable } from '../../../wire/failures.ts'
import { asking as words } from '../../../words/console/families.es.ts'

/** Why something about a request wasn't done. The database speaks English, to programs. */
export function askingFailure(title: string, failure: Failure): ToastMessage {
  return { title, detail: detailOf(failure), tone: 'failure' }
}

function detailOf(failure: Failure): string {
  if (isUnreachable(failure)) return words.offline
  // Whoever isn't of the provider's staff any more, or whose session has lost its second factor.
  if (failure.code === '42501') return words.notStaff
  const isTooMuch = failure.code === '23514' && failure.message.includes('a day')
  return isTooMuch ? words.tooMany : words.again
}
