import { authAddress, type Config } from '../../settings/config.ts'
import type { CodeChallenge } from '../calls/pkce.ts'

/** What the request that asked for a mail says about its link. */
export interface LinkRequest {
  /** Where the link leads in the end; the caller has checked that it is an allowed redirect. */
  redirectTo: string
  /** The PKCE challenge of whoever asked; null when the link itself gives the session. */
  challenge: CodeChallenge | null
}

type Site = Pick<Config, 'siteUrl' | 'auth'>

/** Whether a mail's link may lead to the app's own page: no other program waits for what the link brings. */
export function isForApp({ siteUrl, auth }: Site, { redirectTo, challenge }: LinkRequest): boolean {
  if (auth.atRoot || challenge !== null) return false
  return new URL(redirectTo).href === new URL('/', siteUrl).href
}

/**
 * The address of the app's own page for a mail's token. A messenger or a mailbox may open it as often as it likes,
 * because only the press of its button spends the token. The token stands behind the #, which no browser sends, so it
 * appears in no log and no Referer.
 * @param knownAs the account's address, so that the page can offer another mail in one tap; null where it stays secret.
 */
export function pageLink({ siteUrl }: Site, token: string, type: string, knownAs: string | null): string {
  const told = new URLSearchParams({ token_hash: token, type, ...(knownAs !== null && { email: knownAs }) })
  return `${siteUrl}/#${told.toString()}`
}

/**
 * The link as hosted Supabase writes it: following it spends the token and leads on to `redirectTo`, which is spelt out
 * as it is where no sign in it means anything in a query.
 */
export function verifyLinkFor(site: Site, token: string, type: string, redirectTo: string): string {
  const isPlain = /^[\w.~:/?-]*$/.test(redirectTo)
  const query = new URLSearchParams({ token, type, ...(!isPlain && { redirect_to: redirectTo }) })
  return `${authAddress(site)}/verify?${query.toString()}${isPlain ? `&redirect_to=${redirectTo}` : ''}`
}
