import { authFailureToast } from '../../screens/shared/auth-failure.ts'
import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import { type Failure, failedResult } from '../../wire/failures.ts'

interface NotDoneWords {
  title: string
  /** The access of before, or the role, is gone. */
  refused: string
  /** There are as many as the database takes. */
  full: string
  later: string
}

/** Why something wasn't done. The database speaks English, to programs. */
export function notDoneToast(failure: Failure, { title, ...words }: NotDoneWords): ToastMessage {
  const { code } = failedResult(failure)
  const isFull = code === '23514' && /hundred|a day at most/.test(failure.message)
  return authFailureToast(title, {
    code,
    message: code === '42501' ? words.refused : isFull ? words.full : words.later,
  })
}
