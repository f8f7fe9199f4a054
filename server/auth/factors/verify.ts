import * as v from 'valibot'
import { HttpError } from '../../errors.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { authenticate } from '../authenticate.ts'
import { optionalText, readJsonBody } from '../json-body.ts'
import { unseal } from '../sealing.ts'
import { deviceOf, issueTokens, SESSION_COLUMNS, type SessionRow } from '../sessions.ts'
import { transaction } from '../transaction.ts'
import { findUserById, isUuid, lockAccount, type Queryable, type UserRow } from '../users.ts'
import { refuseUnlessVerifiable } from './challenge.ts'
import { CHALLENGE_SECONDS } from './factor-columns.ts'
import { type FactorRow, factorOfPath, sessionOf } from './factors.ts'
import { matchingStep } from './totp.ts'

const bodySchema = v.object({ challenge_id: optionalText, code: optionalText })

/** POST /factors/{id}/verify: raises the session to aal2. */
export async function verifyFactor(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'factor-verify')
  const caller = await authenticate(c, deps)
  const { challenge_id: challengeId, code } = await readJsonBody(c, bodySchema)
  const factor = await factorOfPath(c, deps.pool, caller.user.id)
  refuseUnlessVerifiable(factor, deps)
  if (code === '') throw new HttpError(400, 'validation_failed', 'Code needs to be non-empty')
  await refuseChallenge(deps.pool, factor, challengeId, deviceOf(c, deps).address)

  const guessed = `totp ${caller.user.id}`
  await deps.limits.beforeCode(c, guessed)
  const step = await matchingStep(openSecret(factor, deps), code, lastStepOf(factor))
  if (step === null) throw wrongCode()
  await deps.limits.codeWasRight(c, guessed)

  const session = sessionOf(caller)
  const raised = await transaction(deps.pool, (db) => raise(db, factor, session, challengeId, step))
  deps.liveSessions.forget(raised.ended)
  return c.json(await issueTokens(deps, raised.user, raised.session))
}

async function refuseChallenge(
  db: Queryable,
  factor: FactorRow,
  challengeId: string,
  address: string | null,
): Promise<void> {
  if (challengeId !== '' && !isUuid(challengeId)) {
    const message = 'Could not parse request body as JSON: challenge_id must be an UUID'
    throw new HttpError(400, 'bad_json', message)
  }
  const found = await db.query<{ used: boolean; moved: boolean; expired: boolean }>(
    `select verified_at is not null as used, ip_address is distinct from $3::inet as moved,
            created_at <= now() - make_interval(secs => $4) as expired
       from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId || null, factor.id, address, CHALLENGE_SECONDS],
  )
  const [challenge] = found.rows
  if (challenge === undefined) {
    const message = 'MFA factor with the provided challenge ID not found'
    throw new HttpError(422, 'mfa_factor_not_found', message)
  }
  if (challenge.used || challenge.moved) throw mismatch()
  if (challenge.expired) {
    await db.query('delete from auth.mfa_challenges where id = $1', [challengeId])
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`
    throw new HttpError(422, 'mfa_challenge_expired', message)
  }
}

function openSecret(factor: FactorRow, deps: AuthDeps): string {
  const secret = unseal(factor.secret ?? '', deps.factorKey, factor.id)
  if (secret !== null) return secret
  // Made under another JWT_SECRET: no code can be right, and only the administrator can help.
  console.error(`the secret of factor ${factor.id} can't be read with this JWT_SECRET`)
  throw wrongCode()
}

function lastStepOf(factor: FactorRow): number | null {
  return factor.last_totp_step === null ? null : Number(factor.last_totp_step)
}

interface Raised {
  user: UserRow
  session: SessionRow
  /** The user's other sessions, which had no second factor. */
  ended: string[]
}

/** Everything that a right code does, or none of it. */
async function raise(
  db: Queryable,
  factor: FactorRow,
  session: SessionRow,
  challengeId: string,
  step: number,
): Promise<Raised> {
  await lockAccount(db, factor.user_id)
  const accepted = await db.query(
    `update auth.mfa_factors set status = 'verified', last_totp_step = $2, updated_at = now()
      where id = $1 and (last_totp_step is null or last_totp_step < $2)`,
    [factor.id, step],
  )
  // The same code at the same moment, or the factor is gone.
  if (accepted.rowCount === 0) throw wrongCode()
  const spent = await db.query(
    'update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null',
    [challengeId],
  )
  if (spent.rowCount === 0) throw mismatch()
  const raised = await raiseSession(db, session, factor)
  const ended = await db.query<{ id: string }>(
    `delete from auth.sessions where user_id = $1 and id <> $2 and aal < 'aal2' returning id`,
    [factor.user_id, session.id],
  )
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    [factor.user_id, factor.factor_type],
  )
  const user = await findUserById(db, factor.user_id)
  if (user === null) throw new HttpError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return { user, session: raised, ended: ended.rows.map(({ id }) => id) }
}

/** Two further on: the token from before is not the previous one, and only lives out the reuse interval. */
async function raiseSession(db: Queryable, session: SessionRow, factor: FactorRow): Promise<SessionRow> {
  await db.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) select id, 'totp' from auth.sessions where id = $1
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [session.id],
  )
  const updated = await db.query<SessionRow>(
    `with raised as (
       update auth.sessions
          set aal = 'aal2', factor_id = $2, refresh_token_counter = refresh_token_counter + 2,
              refreshed_at = clock_timestamp() at time zone 'utc', updated_at = now()
        where id = $1 returning *
     )
     select ${SESSION_COLUMNS} from raised s`,
    [session.id, factor.id],
  )
  const [raised] = updated.rows
  if (raised !== undefined) return raised
  throw new HttpError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

function wrongCode(): HttpError {
  return new HttpError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
}

function mismatch(): HttpError {
  return new HttpError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
}
