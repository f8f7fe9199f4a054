import * as v from 'valibot'
import { printFailure } from '../../../log/lines.ts'
import { recordEvent } from '../../../log/security-events.ts'
import type { Mail } from '../../../mail/mailer.ts'
import { CHALLENGE_SECONDS } from '../../accounts/factor-columns.ts'
import { isUuid, lockAccount, type Queryable, type UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { isOfLast } from '../../calls/clock-skew.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import {
  badJson,
  challengeExpired,
  challengeMismatch,
  challengeNotFound,
  invalid,
  wrongCode,
} from '../../calls/refusals.ts'
import { changeMails } from '../../mails/change-mails.ts'
import { authenticate } from '../../sessions/authenticate.ts'
import { unseal } from '../../sessions/sealing.ts'
import { deviceOf, issueTokens, type SessionRow } from '../../sessions/sessions.ts'
import { type Transaction, transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { refuseUnlessVerifiable } from './challenge.ts'
import { type FactorRow, factorOfPath, sessionOf } from './factors.ts'
import { type Raised, raiseSession } from './raise-session.ts'
import { matchingStep } from './totp.ts'

type Deps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'apiKeys' | 'limits' | 'liveSessions' | 'pepper' | 'factorKey' | 'postOffice'
>

const bodySchema = v.object({ challenge_id: optionalText, code: optionalText })

/** POST /factors/{id}/verify: raises the session to aal2 by a right code, and answers with new tokens. */
export async function verifyFactor(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'factor-verify')
  const caller = await authenticate(c, deps)
  const { challenge_id: challengeId, code } = await readJsonBody(c, bodySchema)
  const factor = await factorOfPath(c, deps.pool, caller.user.id)
  refuseUnlessVerifiable(factor, deps)
  if (code === '') throw invalid('Code needs to be non-empty')
  await refuseChallenge(deps.pool, factor, challengeId, deviceOf(c, deps).address)

  const guessed = `totp ${caller.user.id}`
  await deps.limits.beforeCode(c, guessed)
  const step = await matchingStep(openSecret(factor, deps), code, lastStepOf(factor))
  if (step === null) throw wrongCode('TOTP')
  await deps.limits.codeWasRight(c, guessed)

  const session = sessionOf(caller)
  const { raised, mails } = await transaction(deps, async (db) => ({
    raised: await raise(db, factor, session, challengeId, step),
    mails: await mailsOfFirst(db, deps, factor, caller.user),
  }))
  for (const mail of mails) deps.postOffice.post(mail)
  return c.json(await issueTokens(deps, raised.user, raised.session))
}

/** The mails about a factor that is turned on, which its first right code does; none for one that was on before. */
async function mailsOfFirst(db: Queryable, deps: Deps, factor: FactorRow, user: UserRow): Promise<Mail[]> {
  if (factor.status === 'verified') return []
  return changeMails(db, deps, user, { what: 'factor-on', factorId: factor.id })
}

async function refuseChallenge(
  db: Queryable,
  factor: FactorRow,
  challengeId: string,
  address: string | null,
): Promise<void> {
  if (challengeId !== '' && !isUuid(challengeId)) throw badJson('challenge_id must be an UUID')
  const found = await db.query<{ used: boolean; moved: boolean; expired: boolean }>(
    `select verified_at is not null as used, ip_address is distinct from $3::inet as moved,
            not ${isOfLast('$4', 'created_at')} as expired
       from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId || null, factor.id, address, CHALLENGE_SECONDS],
  )
  const [challenge] = found.rows
  if (challenge === undefined) throw challengeNotFound()
  if (challenge.used || challenge.moved) throw challengeMismatch()
  if (challenge.expired) {
    await db.query('delete from auth.mfa_challenges where id = $1', [challengeId])
    throw challengeExpired(challengeId)
  }
}

function openSecret(factor: FactorRow, deps: Deps): string {
  const secret = unseal(factor.secret ?? '', deps.factorKey, factor.id)
  if (secret !== null) return secret
  // The secret was sealed with another key, so no code can be right and only the administrator can help.
  const message =
    'El secreto del segundo factor no se puede leer con esta clave: mira FACTOR_KEY o secrets.json.'
  printFailure('factor_unreadable', { message, factor_id: factor.id })
  throw wrongCode('TOTP')
}

function lastStepOf(factor: FactorRow): number | null {
  return factor.last_totp_step === null ? null : Number(factor.last_totp_step)
}

/**
 * Does everything that a right code does, in one transaction: verifies the factor, uses up the step and the challenge,
 * raises the session, ends those without a second factor and deletes the factors that nobody verified.
 */
async function raise(
  db: Transaction,
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
  // No row means that the same code came twice at once and the other one was first, or that the factor is gone.
  if (accepted.rowCount === 0) throw wrongCode('TOTP')
  const spent = await db.query(
    'update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null',
    [challengeId],
  )
  if (spent.rowCount === 0) throw challengeMismatch()
  if (factor.status === 'unverified') await recordEvent(db, 'factor_added', factor.user_id)
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    [factor.user_id, factor.factor_type],
  )
  return raiseSession(db, session, factor, 'totp')
}
