import { authAddress } from '../config.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { clientAddress } from './client-address.ts'
import { createSessionKey, encodeRefreshToken } from './refresh-tokens.ts'
import { trialEndOf } from './trial.ts'
import { drawUser } from './user-object.ts'
import { lockAccount, type Queryable, type UserRow } from './users.ts'

/** A row of auth.sessions with its ways of having signed in. */
export interface SessionRow {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2' | 'aal3'
  refresh_token_hmac_key: string
  refresh_token_counter: string
  amr: { method: string; timestamp: number }[]
}

/** The columns of a SessionRow, for a query that names auth.sessions `s`. Newest way of signing in first. */
export const SESSION_COLUMNS = `
  s.id, s.user_id, s.aal, s.refresh_token_hmac_key, s.refresh_token_counter::text,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint
    ) order by a.updated_at desc), '[]')
     from auth.mfa_amr_claims a where a.session_id = s.id) as amr`

export interface Device {
  userAgent: string | null
  address: string | null
}

/** What is remembered about who holds a session. */
export function deviceOf(c: AuthContext, deps: AuthDeps): Device {
  return {
    userAgent: c.req.header('user-agent')?.slice(0, 512) ?? null,
    address: clientAddress(c, deps.config.trustedIpHeader),
  }
}

/** Opens a session (aal1). The caller runs it in the transaction that decided so. */
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
  if (session === undefined) throw new Error('an insert that returns its row returned none')
  return session
}

/** Ends sessions of a user: this one, all but this one, or all. Returns the ids that are gone. */
export async function endSessions(
  db: Queryable,
  userId: string,
  which: { scope: 'all' } | { scope: 'only' | 'all-but'; sessionId: string },
): Promise<string[]> {
  await lockAccount(db, userId)
  const filter = which.scope === 'all' ? '' : which.scope === 'only' ? 'and id = $2' : 'and id <> $2'
  const ended = await db.query<{ id: string }>(
    `delete from auth.sessions where user_id = $1 ${filter} returning id`,
    which.scope === 'all' ? [userId] : [userId, which.sessionId],
  )
  return ended.rows.map((row) => row.id)
}

/** The token response (wire contract 1.5). */
export async function issueTokens(
  deps: AuthDeps,
  user: UserRow,
  session: SessionRow,
): Promise<Record<string, unknown>> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const trialEnd = trialEndOf(user)
  const trialLeft = trialEnd === null ? Number.POSITIVE_INFINITY : Math.floor(trialEnd / 1000) - issuedAt
  // No token outlives its trial.
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
