import { createHash, hkdfSync, randomUUID } from 'node:crypto'
import { lockAccount, type Queryable } from '../accounts/users.ts'
import { isOfLast } from '../calls/clock-skew.ts'
import type { CodeChallenge } from '../calls/pkce.ts'
import { flowNotFound } from '../calls/refusals.ts'
import { seal, unseal } from './sealing.ts'

/** A sign-in that leaves the server and comes back, through a mail or through a provider. */
export interface NewFlow {
  /**
   * The authentication method that the session's `amr` claim will name: 'recovery', 'magiclink', 'email/signup',
   * 'email_change', 'oauth' or 'sso/saml'.
   */
  method: string
  /** The provider's name; a flow that begins with a mail repeats its method here. */
  providerType: string
  /** null until the provider has said who the person is. */
  userId: string | null
  /** The client's PKCE challenge; null when the tokens come back in the address (implicit flow). */
  challenge: CodeChallenge | null
  /** Where the person wants to go; the caller has checked that it is an allowed redirect. */
  referrer?: string | null
}

/** The access and refresh token that a provider handed out for its own API. */
export interface ProviderTokens {
  access: string
  refresh: string | null
}

/**
 * Begins a flow and returns its id, which a provider gets as `state`. Flows older than two days are deleted on the way:
 * nobody will come back for them.
 */
export async function beginFlow(db: Queryable, flow: NewFlow): Promise<string> {
  await db.query(`delete from auth.flow_state where created_at < now() - interval '2 days'`)
  const begun = await db.query<{ id: string }>(
    `insert into auth.flow_state
       (user_id, authentication_method, provider_type, code_challenge, code_challenge_method, referrer)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      flow.userId,
      flow.method,
      flow.providerType,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.referrer ?? null,
    ],
  )
  const [row] = begun.rows
  if (row === undefined) throw new Error('Un insert que devuelve su fila no ha devuelto ninguna.')
  return row.id
}

/** Binds a flow to its user, who is known now, and returns the code that `token?grant_type=pkce` takes once. */
export async function issueAuthCode(
  db: Queryable,
  flowId: string,
  userId: string,
  tokens: ProviderTokens | null = null,
): Promise<string> {
  const code = randomUUID()
  await db.query(
    `update auth.flow_state
        set user_id = $2, auth_code = $3, auth_code_issued_at = now(), updated_at = now(),
            provider_access_token = $4, provider_refresh_token = $5
      where id = $1`,
    [
      flowId,
      userId,
      hashOfCode(code),
      tokens === null ? null : seal(tokens.access, sealingKey(code), flowId),
      tokens === null || tokens.refresh === null ? null : seal(tokens.refresh, sealingKey(code), flowId),
    ],
  )
  return code
}

/** Issues the code for a mailed link that was asked for with a PKCE challenge. Throws 422 flow_state_not_found. */
export async function issueCodeForMail(db: Queryable, userId: string, method: string): Promise<string> {
  const found = await db.query<{ id: string }>(
    `select id from auth.flow_state
      where user_id = $1 and authentication_method = $2 and code_challenge is not null and auth_code is null
      order by created_at desc limit 1 for update`,
    [userId, method],
  )
  const [flow] = found.rows
  if (flow !== undefined) return issueAuthCode(db, flow.id, userId)
  throw flowNotFound(422, 'No valid flow state found for user.')
}

/** A flow whose code was issued and waits to be exchanged. */
export interface CodedFlow {
  id: string
  userId: string
  method: string
  challenge: CodeChallenge
  expired: boolean
  tokens: ProviderTokens | null
}

/** How long a code can be exchanged after it was issued. */
const CODE_SECONDS = 300

interface CodedRow {
  id: string
  user_id: string
  authentication_method: string
  code_challenge: string
  code_challenge_method: CodeChallenge['method']
  expired: boolean
  provider_access_token: string | null
  provider_refresh_token: string | null
}

/**
 * Finds the flow of a code and locks its row, so that a code is exchanged once; null when there is none. Its account is
 * locked first, as by whoever voids the flows of an account: in the other order the two could wait for each other.
 */
export async function findFlowByCode(db: Queryable, code: string): Promise<CodedFlow | null> {
  const whose = await db.query<{ user_id: string | null }>(
    'select user_id from auth.flow_state where auth_code = $1',
    [hashOfCode(code)],
  )
  const userId = whose.rows[0]?.user_id ?? null
  if (userId === null) return null
  await lockAccount(db, userId)
  const found = await db.query<CodedRow>(
    `select id, user_id, authentication_method, code_challenge, code_challenge_method,
            not ${isOfLast(CODE_SECONDS, 'auth_code_issued_at')} as expired,
            provider_access_token, provider_refresh_token
       from auth.flow_state
      where auth_code = $1 and user_id is not null and code_challenge is not null for update`,
    [hashOfCode(code)],
  )
  const [row] = found.rows
  if (row === undefined) return null
  return {
    id: row.id,
    userId: row.user_id,
    method: row.authentication_method,
    challenge: { challenge: row.code_challenge, method: row.code_challenge_method },
    expired: row.expired,
    tokens: openTokens(row, code),
  }
}

function openTokens(row: CodedRow, code: string): ProviderTokens | null {
  const open = (sealed: string | null) => (sealed === null ? null : unseal(sealed, sealingKey(code), row.id))
  const access = open(row.provider_access_token)
  return access === null ? null : { access, refresh: open(row.provider_refresh_token) }
}

export async function endFlow(db: Queryable, flowId: string): Promise<void> {
  await db.query('delete from auth.flow_state where id = $1', [flowId])
}

/** Voids the codes that an account's flows issued and that wait to be exchanged, and whatever else is under way. */
export async function endFlowsOf(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from auth.flow_state where user_id = $1', [userId])
}

/** A code has 122 random bits, so nobody can guess it from a plain hash and no slow one is needed. */
function hashOfCode(code: string): string {
  return createHash('sha256').update(`nana auth code ${code}`).digest('hex')
}

/** The key for a provider's tokens comes from the code itself, so that a copy of the database can't open them. */
function sealingKey(code: string): Buffer {
  return Buffer.from(hkdfSync('sha256', code, '', 'nana provider tokens', 32))
}
