import { login } from './copy.es.ts'
import { signOut } from './data/sign-out.ts'
import { showToast } from './ui/toasts.ts'

/** @param keepUnsent see `signOut`. */
export async function signOutOrSay(keepUnsent = false): Promise<void> {
  const result = await signOut(keepUnsent)
  if (result.kind === 'ok') return
  showToast({
    title: login.signOutFailed,
    detail: result.message || login.somethingWentWrong,
    tone: 'failure',
  })
}
