import { retryAfterMs } from '../wire/backoff.ts'
import { endsSession, isTableAnswer } from '../wire/failures.ts'
import { NotSent } from '../wire/request.ts'
import { keyedFetch } from './keyed-fetch.ts'
import { renewSession, startAuth } from './remote-auth.ts'
import { authStorage, SESSION_KEY, storedSession } from './stored-session.ts'

const EXPIRY_MARGIN_MS = 10_000

/** The token of the last refresh: it counts as valid until the server refuses it, however wrong the phone's clock. */
let renewedToken: string | null = null

/** The stored token if it is that user's, isn't the one that was just refused, and hasn't expired; else null. */
function usableToken(userId: string, refusedToken: string | null): string | null {
  const session = storedSession()
  if (session?.userId !== userId || session.accessToken === refusedToken) return null
  const isAlive = session.expiresAt * 1000 - Date.now() > EXPIRY_MARGIN_MS
  return isAlive || session.accessToken === renewedToken ? session.accessToken : null
}

/** How long a request waits for a new token: the auth client itself would try for half a minute. */
const TOKEN_WITHIN_MS = 10_000

/** A token of the user. Throws `NotSent`, as without a network, when there is none to be had now. */
async function tokenOf(userId: string, refusedToken: string | null): Promise<string> {
  const stored = usableToken(userId, refusedToken)
  if (stored !== null) return stored
  const late = new Promise<void>((resolve) => setTimeout(resolve, TOKEN_WITHIN_MS))
  await Promise.race([renew(userId, refusedToken), late])
  const renewed = usableToken(userId, refusedToken)
  if (renewed !== null) return renewed
  throw new NotSent()
}

/**
 * Renews the session. A refusal for good ends the session and leaves the replica, so that signing in again sends what
 * was waiting.
 */
async function renew(userId: string, refusedToken: string | null): Promise<void> {
  await startAuth()
  const before = storedSession()
  if (before?.userId !== userId || usableToken(userId, refusedToken) !== null) return
  const failed = await renewSession()
  const after = storedSession()
  if (failed === null) renewedToken = after?.accessToken ?? null
  else if (endsSession(failed) && after?.accessToken === before.accessToken)
    authStorage.removeItem(SESSION_KEY)
}

/**
 * `fetch` in the name of one user; a call that is refused with 401 or 403 is made once more with a renewed token.
 * @param isAnswer whether it was the server that answered.
 */
export function tableFetch(
  userId: string,
  onRetryAfter: (ms: number) => void,
  answerWithinMs?: number,
  isAnswer = isTableAnswer,
): typeof fetch {
  const attempt = async (token: string, ...[input, init]: Parameters<typeof fetch>) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${token}`)
    const response = await keyedFetch(input, { ...init, headers }, answerWithinMs)
    const wait = retryAfterMs(response.headers.get('Retry-After'), response.status)
    if (wait !== null) onRetryAfter(wait)
    if (await isAnswer(response, init?.method ?? 'GET')) return response
    throw new TypeError('Something else than the server answered')
  }
  return async (input, init) => {
    const token = await tokenOf(userId, null)
    const response = await attempt(token, input, init)
    if (response.status !== 401 && response.status !== 403) return response
    return attempt(await tokenOf(userId, token), input, init)
  }
}
