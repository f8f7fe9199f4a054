import * as v from 'valibot'
import { traceAccount } from '../../../log/security-events.ts'
import { hashPassword, isOutdatedHash, verifyPassword, weaknessOf } from '../../accounts/passwords.ts'
import { recordPasswordSignIn } from '../../accounts/stored-password.ts'
import { refuseEndedTrial } from '../../accounts/trial.ts'
import { findUserByEmail, isBanned, type UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { emailNotConfirmed, invalid, phoneOff, userBanned, wrongCredentials } from '../../calls/refusals.ts'
import { deviceOf, issueTokens, openSession, type SessionRow } from '../../sessions/sessions.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'limits' | 'liveSessions' | 'pepper'>

const bodySchema = v.object({ email: optionalText, phone: optionalText, password: optionalText })

/** POST /token?grant_type=password: signs in with an address and a password. */
export async function passwordGrant(c: AuthContext, deps: Deps): Promise<Response> {
  const { email, phone, password } = await readJsonBody(c, bodySchema)
  refuseUnlessEmail(email, phone)
  const account = email.toLowerCase()
  await deps.limits.beforeGuess(c, account)

  // The account is looked up by the text that the guesses were counted under. PostgreSQL reads İ as i, so with the text
  // as it was typed every such spelling of an address would have guesses of its own.
  const user = await findUserByEmail(deps.pool, account)
  traceAccount(user?.id ?? null)
  if (user?.encrypted_password != null && isBanned(user)) {
    throw userBanned(400)
  }
  const matches = await verifyPassword(user?.encrypted_password ?? null, password)
  if (user === null || !matches) throw wrongCredentials()
  await deps.limits.guessWasRight(c, account)
  if (user.email_confirmed_at === null) {
    throw emailNotConfirmed(400)
  }
  refuseEndedTrial(user)

  const newHash = isOutdatedHash(user.encrypted_password ?? '') ? await hashPassword(password) : null
  const opened = await transaction(deps, async (db) => {
    const times = await recordPasswordSignIn(db, user, newHash)
    if (times === undefined) return null
    return {
      user: { ...user, ...times },
      session: await openSession(db, user.id, 'password', deviceOf(c, deps)),
    }
  })
  if (opened === null) throw wrongCredentials()
  return answer(c, deps, opened.user, opened.session, password)
}

function refuseUnlessEmail(email: string, phone: string): void {
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (phone !== '') throw phoneOff(422, 'Phone logins are disabled')
  if (email === '') throw invalid('missing email or phone')
}

/** The token response. A password that today's rules would refuse still signs in, but the client is told of it. */
async function answer(
  c: AuthContext,
  deps: Deps,
  user: UserRow,
  session: SessionRow,
  password: string,
): Promise<Response> {
  const weakness = weaknessOf(password, deps.config, user.email ?? '')
  const tokens = await issueTokens(deps, user, session)
  return c.json(weakness === null ? tokens : { ...tokens, weak_password: weakness })
}
