import { createHash, randomInt } from 'node:crypto'
import * as v from 'valibot'
import { recordEvent } from '../../../log/security-events.ts'
import type { Mail } from '../../../mail/mailer.ts'
import { lockAccount, type Queryable } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { isOfLast } from '../../calls/clock-skew.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { factorNotFound, secondFactorNeeded, wrongCode } from '../../calls/refusals.ts'
import { changeMails } from '../../mails/change-mails.ts'
import { authenticate, type Caller } from '../../sessions/authenticate.ts'
import { refuseLateSignIn } from '../../sessions/recent-sign-in.ts'
import { issueTokens } from '../../sessions/sessions.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { refuseUnlessVerifiable } from './challenge.ts'
import { sessionOf } from './factors.ts'
import { raiseSession } from './raise-session.ts'

// Ten codes on paper, each for once in place of a second factor's code: without them a lost phone loses the account.

type Deps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'apiKeys' | 'limits' | 'liveSessions' | 'pepper' | 'postOffice'
>

const CODES = 10
const SIGNS = 16
/** For so long a factor is one that was just turned on. */
const NEW_SECONDS = 600
/** Without those that are read for another. Thirty-two, so that each sign is five bits: no code can be guessed. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** POST /recovery_codes: ten new ones in place of those from before, told this once. */
export async function makeRecoveryCodes(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'factor-verify')
  const caller = await authenticate(c, deps)
  if (caller.session?.aal !== 'aal2') {
    throw secondFactorNeeded('make recovery codes')
  }
  const codes = Array.from({ length: CODES }, newCode)
  const mails = await transaction(deps, async (db) => {
    await lockAccount(db, caller.user.id)
    return replaceCodes(db, deps, caller, codes)
  })
  for (const mail of mails) deps.postOffice.post(mail)
  return c.json({ codes })
}

/** Beside a factor that was just turned on they say nothing new, and are part of what the sign-in was asked for. */
async function replaceCodes(db: Queryable, deps: Deps, caller: Caller, codes: string[]): Promise<Mail[]> {
  const found = await db.query<{ id: string; is_new: boolean }>(
    `select f.id, ${isOfLast(NEW_SECONDS, 'f.created_at')} as is_new
       from auth.sessions s join auth.mfa_factors f on f.id = s.factor_id and f.status = 'verified'
      where s.id = $1`,
    [sessionOf(caller).id],
  )
  const [factor] = found.rows
  if (factor === undefined) throw factorNotFound()
  if (!factor.is_new) await refuseLateSignIn(db, caller, 'Recovery code renewal')
  await db.query('delete from nana.recovery_codes where factor_id = $1', [factor.id])
  await db.query('insert into nana.recovery_codes (factor_id, code_hash) select $1, unnest($2::text[])', [
    factor.id,
    codes.map(storedForm),
  ])
  return factor.is_new ? [] : changeMails(db, deps, caller.user, { what: 'codes' })
}

const bodySchema = v.object({ code: optionalText })

/**
 * POST /recovery_codes/verify: raises the session to aal2, as a code of the factor does. Nobody can guess one, so the
 * wrong codes of whoever has the password close this way to nobody.
 */
export async function verifyRecoveryCode(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'factor-verify')
  const caller = await authenticate(c, deps)
  const { code } = await readJsonBody(c, bodySchema)
  refuseUnlessVerifiable({ factor_type: 'totp' }, deps)
  const session = sessionOf(caller)
  const raised = await transaction(deps, async (db) => {
    await lockAccount(db, caller.user.id)
    const spent = await db.query<{ id: string }>(
      `delete from nana.recovery_codes r using auth.mfa_factors f
        where f.id = r.factor_id and f.status = 'verified' and f.user_id = $1 and r.code_hash = $2 returning f.id`,
      [caller.user.id, storedForm(code)],
    )
    const [factor] = spent.rows
    if (factor === undefined) {
      throw wrongCode('recovery')
    }
    await recordEvent(db, 'recovery_code_used', caller.user.id)
    return raiseSession(db, session, { ...factor, user_id: caller.user.id }, 'mfa/recovery_code')
  })
  return c.json(await issueTokens(deps, raised.user, raised.session))
}

/** Makes a recovery code, in groups of four signs because people write it down. */
function newCode(): string {
  const signs = Array.from({ length: SIGNS }, () => ALPHABET[randomInt(ALPHABET.length)])
  return signs.join('').replace(/.{4}(?=.)/g, '$&-')
}

/** However it was typed. What the database keeps: whoever reads it has no code. */
function storedForm(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex')
}
