import { authLink as words } from './copy.es.ts'
import { type AuthLink, onSignedOut, openAuthLink } from './data/auth-link.ts'
import { authFailureToast } from './screens/auth-failure.ts'
import { showToast } from './ui/toasts.ts'

const LONG_MS = 10_000

/**
 * Does what the link in the address is for, and takes it out of the address: neither a reload nor whoever looks
 * over the shoulder should find it there. Only without network it stays, for the next try.
 */
export async function followAuthLink(link: AuthLink): Promise<void> {
  if (link.kind === 'half-confirmed') {
    forgetAddress()
    showToast({ title: words.halfConfirmed, detail: words.halfConfirmedDetail, durationMs: LONG_MS })
    return
  }
  if (link.kind === 'refused') {
    forgetAddress()
    showToast(authFailureToast(words.refused, link))
    return
  }
  const result = await openAuthLink(link)
  if (result.kind === 'failed' && result.code === 'network') {
    showToast(authFailureToast(words.refused, result))
    return
  }
  forgetAddress()
  if (result.kind === 'other-account') {
    onSignedOut(() => void followAuthLink(link))
    showToast({
      title: words.otherAccount,
      detail: words.otherAccountDetail(result.email),
      tone: 'failure',
      durationMs: LONG_MS,
    })
  } else if (result.kind === 'failed') showToast(authFailureToast(words.refused, result))
  else if (link.purpose === 'email_change') showToast({ title: words.emailChanged })
}

function forgetAddress(): void {
  history.replaceState(null, '', location.pathname)
}
