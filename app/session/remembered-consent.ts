/**
 * The localStorage key of the last consent that this phone saw the server take: the account's id and the version of the
 * text. With it nobody is asked twice, and nothing has to be looked up without a network.
 */
const KEY = 'nana-consent'

export interface RememberedConsent {
  userId: string
  version: string
}

export function isConsentRemembered({ userId, version }: RememberedConsent): boolean {
  return localStorage.getItem(KEY) === `${userId} ${version}`
}

export function rememberConsent({ userId, version }: RememberedConsent): void {
  localStorage.setItem(KEY, `${userId} ${version}`)
}

/** Forgets it, when the account leaves this phone; that of who has signed in since stays. */
export function forgetConsent(userId: string): void {
  if (localStorage.getItem(KEY)?.startsWith(`${userId} `)) localStorage.removeItem(KEY)
}
