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

/** Null forgets it, as when an account leaves the phone. */
export function rememberConsent(consent: RememberedConsent | null): void {
  if (consent === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, `${consent.userId} ${consent.version}`)
}
