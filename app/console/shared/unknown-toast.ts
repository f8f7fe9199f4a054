import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import { type Failure, isUnreachable, mayBeDone } from '../../wire/failures.ts'
import { noConnection } from '../../words/console/frame.es.ts'

export interface UnknownWords {
  unknown: string
  /** What to do then. */
  unknownDetail: string
}

/**
 * What is told of a change of which nobody knows whether it was made; null: it is known that it wasn't. Whoever has no
 * connection is told so first.
 */
export function unknownToast(failure: Failure, words: UnknownWords): ToastMessage | null {
  if (!mayBeDone(failure)) return null
  const { unknown: title, unknownDetail: next } = words
  return { title, detail: isUnreachable(failure) ? `${noConnection} ${next}` : next, tone: 'failure' }
}
