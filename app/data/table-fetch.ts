import { endsSession, isTableAnswer } from './answers.ts'
import { retryAfterMs } from './backoff.ts'
import { renewSession, startAuth } from './remote-auth.ts'
import { timedFetch } from './request.ts'
import { authStorage, SESSION_KEY, storedSession } from './stored-session.ts'

const EXPIRY_MARGIN_MS = 10_000

/** What the last refresh gave: good until the server says otherwise, however wrong the phone's clock is. */
let renewedToken: string | null = null

/** The stored token if it is that user's, isn't the one just turned down, and looks alive. */
function usableToken(userId: string, turnedDown: string | null): string | null {
  const session = storedSession()
  if (session?.userId !== userId || session.accessToken === turnedDown) return null
  const isAlive = session.expiresAt * 1000 - Date.now() > EXPIRY_MARGIN_MS
  return isAlive || session.accessToken === renewedToken ? session.accessToken : null
}

/** The auth client tries for half a minute; a request that waits for it is over before that. */
const TOKEN_WITHIN_MS = 10_000

/** Throws when there is none to be had now: to a request that is one more network failure. */
async function tokenOf(userId: string, turnedDown: string | null): Promise<string> {
  const stored = usableToken(userId, turnedDown)
  if (stored !== null) return stored
  const late = new Promise<void>((resolve) => setTimeout(resolve, TOKEN_WITHIN_MS))
  await Promise.race([renew(userId, turnedDown), late])
  const renewed = usableToken(userId, turnedDown)
  if (renewed !== null) return renewed
  throw new TypeError('No usable session')
}

/** A refusal for good ends the session and leaves the local copy: signing in again sends what was waiting. */
async function renew(userId: string, turnedDown: string | null): Promise<void> {
  await startAuth()
  const before = storedSession()
  if (before?.userId !== userId || usableToken(userId, turnedDown) !== null) return
  const failed = await renewSession()
  const after = storedSession()
  if (failed === null) renewedToken = after?.accessToken ?? null
  else if (endsSession(failed) && after?.accessToken === before.accessToken)
    authStorage.removeItem(SESSION_KEY)
}

/** `fetch` in the name of one user, with a renewed token when the first was turned down. */
export function tableFetch(
  userId: string,
  onWaitAsked: (ms: number) => void,
  answerWithinMs?: number,
): typeof fetch {
  const attempt = async (token: string, ...[input, init]: Parameters<typeof fetch>) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${token}`)
    const response = await timedFetch(input, { ...init, headers }, answerWithinMs)
    const wait = retryAfterMs(response.headers.get('Retry-After'), response.status)
    if (wait !== null) onWaitAsked(wait)
    if (await isTableAnswer(response, init?.method ?? 'GET')) return response
    throw new TypeError('Something else than the table API answered')
  }
  return async (input, init) => {
    const token = await tokenOf(userId, null)
    const response = await attempt(token, input, init)
    if (response.status !== 401 && response.status !== 403) return response
    return attempt(await tokenOf(userId, token), input, init)
  }
}
