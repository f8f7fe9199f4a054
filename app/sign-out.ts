import { login } from './copy.es.ts'
import { signOut } from './data/sign-out.ts'
import { showToast } from './ui/toasts.ts'

export async function signOutOrSay(options: Parameters<typeof signOut>[0] = {}): Promise<void> {
  const result = await signOut(options)
  if (result.kind === 'ok') return
  showToast({
    title: login.signOutFailed,
    detail: result.message || login.somethingWentWrong,
    tone: 'failure',
  })
}
