import { randomUUID } from 'node:crypto'
import { generateSecret } from 'otplib'
import * as v from 'valibot'
import { lockAccount, type Queryable } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import {
  factorKindOff,
  factorNameTaken,
  invalid,
  secondFactorNeeded,
  tooManyFactors,
} from '../../calls/refusals.ts'
import { authenticate, type Caller } from '../../sessions/authenticate.ts'
import { refuseLateSignIn } from '../../sessions/recent-sign-in.ts'
import { seal } from '../../sessions/sealing.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { deleteExpiredFactors, type FactorRow } from './factors.ts'
import { qrCode, totpUri } from './totp.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'liveSessions' | 'factorKey'>

const bodySchema = v.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
  phone: optionalText,
})

const MAX_FACTORS = 10
/** The most characters of a name or an issuer: longer ones would make a QR code that phones can't read. */
const MAX_TEXT = 120

/** POST /factors: makes an unverified TOTP factor. Only this answer shows its secret. */
export async function enrollFactor(c: AuthContext, deps: Deps): Promise<Response> {
  const caller = await authenticate(c, deps)
  const request = await readJsonBody(c, bodySchema)
  refuseUnlessTotp(request.factor_type, deps)
  if (request.friendly_name.length > MAX_TEXT || request.issuer.length > MAX_TEXT) {
    const message = `friendly_name and issuer can't be longer than ${MAX_TEXT} characters`
    throw invalid(message)
  }
  const { user } = caller
  const id = randomUUID()
  const secret = generateSecret()
  await transaction(deps, async (db) => {
    await lockAccount(db, user.id)
    await refuseEnrollment(db, caller, request.friendly_name)
    await db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
       values ($1, $2, $3, 'totp', 'unverified', $4)`,
      [id, user.id, request.friendly_name, seal(secret, deps.factorKey, id)],
    )
  })
  const issuer = request.issuer || new URL(deps.config.siteUrl).host
  const uri = totpUri(secret, issuer, user.email || user.phone || user.id)
  return c.json({
    id,
    type: 'totp',
    friendly_name: request.friendly_name,
    totp: { qr_code: qrCode(uri), secret, uri },
  })
}

function refuseUnlessTotp(type: string, deps: Deps): void {
  switch (type) {
    case 'totp':
      if (deps.config.auth.totp) return
      throw factorKindOff('enroll', type)
    case 'phone':
    case 'webauthn':
      throw factorKindOff('enroll', type)
    default:
      throw invalid('factor_type needs to be totp, phone, or webauthn')
  }
}

async function refuseEnrollment(db: Queryable, caller: Caller, name: string): Promise<void> {
  const { user, session } = caller
  await deleteExpiredFactors(db, user.id)
  const { rows } = await db.query<Pick<FactorRow, 'status' | 'friendly_name'>>(
    'select status, friendly_name from auth.mfa_factors where user_id = $1',
    [user.id],
  )
  if (rows.length >= MAX_FACTORS) throw tooManyFactors()
  if (rows.some((factor) => (factor.friendly_name ?? '') === name)) {
    throw factorNameTaken(name)
  }
  // A session without the verified factor has proved the password alone, which must not be enough to add another
  // factor.
  if (rows.some(({ status }) => status === 'verified') && session?.aal !== 'aal2') {
    throw secondFactorNeeded('enroll a new factor')
  }
  await refuseLateSignIn(db, caller, 'Factor enrollment')
}
