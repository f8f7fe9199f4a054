import { createHash, hkdfSync, randomUUID } from 'node:crypto'
import { HttpError } from '../errors.ts'
import type { CodeChallenge } from './pkce.ts'
import { seal, unseal } from './sealing.ts'
import type { Queryable } from './users.ts'

/** A sign-in that leaves the server and comes back: through a mail, or a provider. */
export interface NewFlow {
  /** What the session's amr will say: 'recovery', 'magiclink', 'email/signup', 'email_change', 'oauth', 'sso/saml'. */
  method: string
  /** The provider's name; for a mail the method again. */
  providerType: string
  /** null until the provider has said who it is. */
  userId: string | null
  /** null: the tokens come back in the address (implicit). */
  challenge: CodeChallenge | null
  /** Where the person wants to go, already found allowed. */
  referrer?: string | null
}

/** What a provider handed out for its own API. */
export interface ProviderTokens {
  access: string
  refresh: string | null
}

/** Begins a flow and gives its id, which is a provider's `state` too. Sweeps away what nobody came back for. */
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
  if (row === undefined) throw new Error('an insert that returns its row returned none')
  return row.id
}

/** Who the flow was for is known now: gives the code that `token?grant_type=pkce` takes, once. */
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

/** The code for a link in a mail that was asked for with a challenge. Throws 422 flow_state_not_found. */
export async function issueCodeForMail(db: Queryable, userId: string, method: string): Promise<string> {
  const found = await db.query<{ id: string }>(
    `select id from auth.flow_state
      where user_id = $1 and authentication_method = $2 and code_challenge is not null and auth_code is null
      order by created_at desc limit 1 for update`,
    [userId, method],
  )
  const [flow] = found.rows
  if (flow !== undefined) return issueAuthCode(db, flow.id, userId)
  throw new HttpError(422, 'flow_state_not_found', 'No valid flow state found for user.')
}

/** A flow that waits for its code to be exchanged. */
export interface CodedFlow {
  id: string
  userId: string
  method: string
  challenge: CodeChallenge
  expired: boolean
  tokens: ProviderTokens | null
}

/** How long after it was issued a code is taken. */
const CODE_LIFE = '5 minutes'

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

/** Finds and locks the flow of a code; null when there is none. */
export async function findFlowByCode(db: Queryable, code: string): Promise<CodedFlow | null> {
  const found = await db.query<CodedRow>(
    `select id, user_id, authentication_method, code_challenge, code_challenge_method,
            auth_code_issued_at <= now() - interval '${CODE_LIFE}' as expired,
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

/** A code is 122 random bits, so a plain hash hides it. */
function hashOfCode(code: string): string {
  return createHash('sha256').update(`nana auth code ${code}`).digest('hex')
}

/** Only whoever brings the code reads them again: the database holds no way to. */
function sealingKey(code: string): Buffer {
  return Buffer.from(hkdfSync('sha256', code, '', 'nana provider tokens', 32))
}
