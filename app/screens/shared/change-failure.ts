import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { authFailureToast } from './auth-failure.ts'

/** Why the server didn't make a change. @param unknown is said where it may have been made all the same. */
export function changeFailureToast(
  title: string,
  failed: FailedResult,
  unknown: { title: string; detail: string },
): ToastMessage {
  if (failed.mayBeDone !== true) return authFailureToast(title, failed)
  return { ...unknown, tone: 'failure', durationMs: 10_000 }
}
