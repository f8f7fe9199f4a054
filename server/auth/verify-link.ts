import { HttpError, toHttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { issueCodeForMail } from './flow-state.ts'
import { findByLink, isPkceToken } from './one-time-tokens.ts'
import { redirectTarget } from './redirects.ts'
import { deviceOf, issueTokens } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { transaction } from './transaction.ts'
import type { Queryable } from './users.ts'
import { CONFIRM_THE_OTHER, prove, tokenTypesOf } from './verify-token.ts'

/** What a followed link comes to: parameters of the address that the person is sent on to. */
interface Arrival {
  query?: Record<string, string>
  fragment?: Record<string, string>
}

/** GET /verify: the link of a mail. Ends in the app, whatever happens. */
export async function verifyLink(c: AuthContext, deps: AuthDeps): Promise<Response> {
  // A mailbox that looks where a link leads must not use it up.
  if (c.req.method === 'HEAD') return c.body(null)
  const token = c.req.query('token') ?? ''
  const type = c.req.query('type') ?? ''
  if (type === '') throw new HttpError(400, 'validation_failed', 'Verify requires a verification type')
  if (token === '') throw new HttpError(400, 'validation_failed', 'Verify requires a token or a token hash')
  const pkce = isPkceToken(token)
  const arrival = await arrive(c, deps, token, type).catch((error: unknown) => refused(error, pkce))
  const target = redirectTarget(c, deps)
  return c.body(null, 303, { Location: addressOf(target, arrival), 'Referrer-Policy': 'no-referrer' })
}

async function arrive(c: AuthContext, deps: AuthDeps, token: string, type: string): Promise<Arrival> {
  deps.limits.take(c, 'verify')
  const types = tokenTypesOf(type)
  if (types === null) throw new HttpError(400, 'validation_failed', 'Invalid email verification type')
  const pkce = isPkceToken(token)
  const outcome = await transaction(deps.pool, async (db) => {
    const found = await findByLink(db, token, types, deps.config.auth)
    const proof = await prove(db, found, 'Email link is invalid or has expired')
    if (proof === 'half') return { kind: 'half' } as const
    if (pkce) return { kind: 'code', code: await codeFor(db, proof.userId, type, found?.type) } as const
    return { kind: 'session', ...(await signIn(db, proof.userId, 'otp', deviceOf(c, deps))) } as const
  })
  switch (outcome.kind) {
    case 'half': {
      const message = { message: CONFIRM_THE_OTHER }
      return { fragment: { ...message, sb: '' }, ...(pkce ? { query: message } : {}) }
    }
    case 'code':
      return { query: { code: outcome.code } }
    case 'session': {
      const tokens = await issueTokens(deps, outcome.user, outcome.session)
      const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type']
      const shown = names.map((name) => [name, String(tokens[name])])
      return { fragment: { ...Object.fromEntries(shown), type, sb: '' } }
    }
  }
}

/** The flow was begun with the mail; «email» stands for either of two mails. */
async function codeFor(
  db: Queryable,
  userId: string,
  type: string,
  tokenType: string | undefined,
): Promise<string> {
  const confirmation = type === 'email' ? tokenType === 'confirmation_token' : type === 'signup'
  return issueCodeForMail(db, userId, confirmation ? 'email/signup' : type === 'email' ? 'magiclink' : type)
}

const OAUTH_ERRORS = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [403, 'access_denied'],
  [500, 'server_error'],
  [503, 'temporarily_unavailable'],
])

/** Whatever went wrong: whoever pressed a link wants to see the app, and not a line of JSON. */
function refused(thrown: unknown, pkce: boolean): Arrival {
  const error = toHttpError(thrown, 'GET /verify')
  const oauthError = OAUTH_ERRORS.get(error.status)
  const told = {
    ...(oauthError === undefined ? {} : { error: oauthError }),
    error_code: error.code,
    error_description: error.message,
  }
  return { fragment: { ...told, sb: '' }, ...(pkce ? { query: told } : {}) }
}

/** Adds to the query, and puts the fragment in place of any other. */
function addressOf(target: string, { query, fragment }: Arrival): string {
  const [base = ''] = target.split('#')
  const withQuery = query === undefined ? base : addQuery(base, query)
  return fragment === undefined ? withQuery : `${withQuery}#${new URLSearchParams(fragment).toString()}`
}

function addQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
