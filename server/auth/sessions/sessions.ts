import { traceEvent } from '../../log/security-events.ts'
import { authAddress, type Config } from '../../settings/config.ts'
import type { ProxySettings } from '../../settings/proxy-settings.ts'
import { trialEndOf } from '../accounts/trial.ts'
import { drawUser } from '../accounts/user-object.ts'
import type { Queryable, UserRow } from '../accounts/users.ts'
import type { AuthContext } from '../calls/auth-context.ts'
import { clientAddress } from '../limits/client-address.ts'
import type { Jwt } from './jwt.ts'
import { createSessionKey, encodeRefreshToken } from './refresh-tokens.ts'

/** A row of auth.sessions with the methods by which its user signed in (amr), the newest first. */
export interface SessionRow {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2' | 'aal3'
  refresh_token_hmac_key: string
  refresh_token_counter: string
  amr: { method: string; timestamp: number }[]
}

/** The columns of a SessionRow, for a query that names auth.sessions `s`. */
export const SESSION_COLUMNS = `
  s.id, s.user_id, s.aal, s.refresh_token_hmac_key, s.refresh_token_counter::text,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint
    ) order by a.updated_at desc), '[]')
     from auth.mfa_amr_claims a where a.session_id = s.id) as amr`

/** When auth.sessions `s` was last refreshed, or opened: how long ago it was used, to within an access token's life. */
export const LAST_REFRESH = `coalesce(s.refreshed_at at time zone 'utc', s.created_at)`

// Days are counted by clock_timestamp(): now() stands still in a transaction, which may have waited for the row.

/** Whether auth.sessions `s` is past its end; $2 is how many days it may last. */
export const SESSION_OVER = `
  (coalesce(s.not_after <= clock_timestamp(), false) or s.created_at <= clock_timestamp() - make_interval(days => $2))`

/** Whether nobody used auth.sessions `s` for so long that it is over; $3 is how many days that takes. */
export const SESSION_IDLE = `(${LAST_REFRESH} <= clock_timestamp() - make_interval(days => $3))`

/** The device that holds a session, as far as its request shows it. */
export interface Device {
  userAgent: string | null
  address: string | null
}

/** The device that sent this request; the user agent is cut to 512 characters. */
export function deviceOf(c: AuthContext, { config }: { config: ProxySettings }): Device {
  return {
    userAgent: userAgentOf(c)?.slice(0, 512) ?? null,
    address: clientAddress(c, config),
  }
}

/** What the browser calls itself. An iPad's says that it is a Mac's; our page knows better, and says so beside it. */
function userAgentOf(c: AuthContext): string | undefined {
  const said = c.req.header('user-agent')
  return c.req.header('x-client-info') === 'iPad' ? said?.replace('Macintosh', 'iPad') : said
}

/** Opens a session without a second factor (aal1), in the transaction that used up the proof of who it is. */
export async function openSession(
  db: Queryable,
  userId: string,
  method: string,
  device: Device,
): Promise<SessionRow> {
  const opened = await db.query<SessionRow>(
    `with s as (
       insert into auth.sessions
         (id, user_id, aal, refreshed_at, user_agent, ip, refresh_token_hmac_key, refresh_token_counter)
       values (gen_random_uuid(), $1, 'aal1', null, $2, $3, $4, 0)
       returning *
     ), a as (
       insert into auth.mfa_amr_claims (session_id, authentication_method) select s.id, $5 from s
       returning *
     )
     select s.id, s.user_id, s.aal, s.refresh_token_hmac_key, s.refresh_token_counter::text,
            jsonb_build_array(jsonb_build_object(
              'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint)) as amr
       from s, a`,
    [userId, device.userAgent, device.address, createSessionKey(), method],
  )
  const [session] = opened.rows
  if (session === undefined) throw new Error('Un insert que devuelve su fila no ha devuelto ninguna.')
  traceEvent('signed_in', userId, method.replaceAll(/[^a-z/_]/g, '_'))
  return session
}

/** What is needed to make the tokens of a session. */
export interface TokenIssuer {
  config: Pick<Config, 'siteUrl' | 'auth'>
  jwt: Pick<Jwt, 'sign'>
  /** The server's part of the keys that sign refresh tokens, from `refreshPepper`. */
  pepper: Buffer
}

/** Makes the access and refresh token of a session, in the shape of the token response (wire 1.5, token response). */
export async function issueTokens(
  deps: TokenIssuer,
  user: UserRow,
  session: SessionRow,
): Promise<Record<string, unknown>> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const trialEnd = trialEndOf(user)
  const trialLeft = trialEnd === null ? Number.POSITIVE_INFINITY : Math.floor(trialEnd / 1000) - issuedAt
  // A trial's access token must not outlive it, so its last one is shorter than usual.
  const expiresIn = Math.max(1, Math.min(deps.config.auth.jwtExpirySeconds, trialLeft))
  const accessToken = await deps.jwt.sign({
    iss: authAddress(deps.config),
    sub: user.id,
    aud: user.aud,
    exp: issuedAt + expiresIn,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: issuedAt + expiresIn,
    refresh_token: encodeRefreshToken(
      session.id,
      BigInt(session.refresh_token_counter),
      session.refresh_token_hmac_key,
      deps.pepper,
    ),
    user: drawUser(user),
  }
}

/** The ids of an account's sessions, of those too that have come to their end. */
export async function sessionIdsOf(db: Queryable, userId: string): Promise<string[]> {
  const found = await db.query<{ id: string }>('select id from auth.sessions where user_id = $1', [userId])
  return found.rows.map(({ id }) => id)
}
