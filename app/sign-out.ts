import { login } from './copy.es.ts'
import { signOut } from './data/session.ts'
import { showToast } from './ui/toasts.ts'

export async function signOutOrSay(): Promise<void> {
  const result = await signOut()
  if (result.kind === 'ok') return
  showToast({
    title: login.signOutFailed,
    detail: result.message || login.somethingWentWrong,
    tone: 'failure',
  })
}
