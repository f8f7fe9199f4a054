import { toHttpError } from '../../../http/errors.ts'
import { findUserById, type Queryable } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { invalid } from '../../calls/refusals.ts'
import { changedEmailMails } from '../../mails/change-mails.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import { issueCodeForMail } from '../../sessions/flow-state.ts'
import { findByLink, isPkceToken } from '../../sessions/one-time-tokens.ts'
import { deviceOf, issueTokens } from '../../sessions/sessions.ts'
import { signIn } from '../../sessions/sign-in.ts'
import { transaction } from '../../sessions/transaction.ts'
import { CONFIRM_THE_OTHER, prove, tokenTypesOf } from '../../sessions/verify-token.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'limits' | 'liveSessions' | 'pepper' | 'postOffice'>

/** The parameters that are added to the address to which a followed link leads. */
interface Arrival {
  query?: Record<string, string>
  fragment?: Record<string, string>
}

/**
 * GET /verify: the link of a mail. It spends the token and sends the person on with a session, a code or an error. Only
 * an address that lacks the type or the token is refused on the spot, with 400.
 */
export async function verifyLink(c: AuthContext, deps: Deps): Promise<Response> {
  // Mailboxes look where a link leads by HEAD, which must not use it up.
  if (c.req.method === 'HEAD') return c.body(null)
  const token = c.req.query('token') ?? ''
  const type = c.req.query('type') ?? ''
  if (type === '') throw invalid('Verify requires a verification type')
  if (token === '') throw invalid('Verify requires a token or a token hash')
  const pkce = isPkceToken(token)
  const arrival = await arrive(c, deps, token, type).catch((error: unknown) => refused(error, pkce))
  const target = redirectTarget(c, deps)
  return c.body(null, 303, { Location: addressOf(target, arrival), 'Referrer-Policy': 'no-referrer' })
}

async function arrive(c: AuthContext, deps: Deps, token: string, type: string): Promise<Arrival> {
  await deps.limits.take(c, 'verify')
  const types = tokenTypesOf(type)
  if (types === null) throw invalid('Invalid email verification type')
  const pkce = isPkceToken(token)
  const outcome = await transaction(deps, async (db) => {
    const found = await findByLink(db, token, types, deps.config.auth)
    const proof = await prove(db, found, 'Email link is invalid or has expired')
    if (proof === 'half') return { kind: 'half' } as const
    const user = await findUserById(db, proof.userId)
    const mails = user === null ? [] : await changedEmailMails(db, deps, user, proof.emailBefore)
    if (pkce) {
      return { kind: 'code', code: await codeFor(db, proof.userId, type, found?.type), mails } as const
    }
    const signedIn = await signIn(db, proof.userId, 'otp', deviceOf(c, deps))
    return { kind: 'session', ...signedIn, mails } as const
  })
  if (outcome.kind !== 'half') for (const mail of outcome.mails) deps.postOffice.post(mail)
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

/**
 * The code that ends the flow which began with the mail. The verification type «email» stands for two mails, so the
 * kind of token decides which flow it is.
 */
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

/** The parameters of an error. It is shown in the app, because whoever followed a link can't do anything with JSON. */
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

/** Adds an arrival to an address: its query is kept, its fragment is replaced. */
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
