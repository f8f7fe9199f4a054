import { showToast } from '../ui/overlays/toasts.ts'
import { login } from '../words/entrance.es.ts'
import { signOut } from './sign-out.ts'

export async function signOutOrSay(options: Parameters<typeof signOut>[0] = {}): Promise<void> {
  const result = await signOut(options)
  if (result.kind === 'ok') return
  showToast({
    title: login.signOutFailed,
    detail: result.message || login.somethingWentWrong,
    tone: 'failure',
  })
}
