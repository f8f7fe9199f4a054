import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { PhoneStorage } from './phone-storage.ts'

interface AccountPage {
  /** What the page does with its account. */
  own: typeof import('../account/account.ts')
  auth: typeof import('../session/remote-auth.ts').auth
}

/**
 * Gives the tests of a file a page of their own, because other files of this process have had sessions in theirs, and
 * each an empty phone.
 * @param hear what the page hears of its calls, in a server's place.
 */
export function withAccountPage(
  hear: (address: string, init: RequestInit) => Promise<Response>,
): () => AccountPage {
  let page: AccountPage
  const online = { userAgent: '', onLine: true }

  beforeAll(async () => {
    vi.stubGlobal('navigator', online)
    vi.resetModules()
    const { auth } = await import('../session/remote-auth.ts')
    page = { auth, own: await import('../account/account.ts') }
  })
  afterAll(() => page.auth().stopAutoRefresh())
  beforeEach(() => {
    vi.stubGlobal('localStorage', new PhoneStorage())
    vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
    vi.stubGlobal('navigator', online)
    vi.stubGlobal('fetch', hear)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return () => page
}

/**
 * A session as a server hands it out.
 * @param name of its tokens: the signature of the one, and all of the other.
 */
export function handedOut({ name = 'r', userId = 'ana', isGiven = false, expiresAt = 4e9 } = {}) {
  const claims = { sub: userId, session_id: `of-${userId}`, exp: 4e9 }
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  return {
    access_token: [part({ alg: 'HS256' }), part(claims), name].join('.'),
    refresh_token: name,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    user: { id: userId, email: 'ana@example.org', app_metadata: { password_given: isGiven } },
  }
}

/** A refusal as our server says it. */
export function refusal(status: number, code: string): Response {
  const headers = { 'X-Supabase-Api-Version': '2024-01-01' }
  return Response.json({ code, message: 'no' }, { status, headers })
}
