import { randomUUID } from 'node:crypto'
import { generateSecret } from 'otplib'
import * as v from 'valibot'
import { HttpError } from '../../errors.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { authenticate, type Caller } from '../authenticate.ts'
import { optionalText, readJsonBody } from '../json-body.ts'
import { seal } from '../sealing.ts'
import { transaction } from '../transaction.ts'
import { lockAccount, type Queryable } from '../users.ts'
import { deleteExpiredFactors, type FactorRow } from './factors.ts'
import { qrCode, totpUri } from './totp.ts'

const bodySchema = v.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
  phone: optionalText,
})

const MAX_FACTORS = 10
/** A name or an issuer; longer ones would not fit into a QR code that a phone can read. */
const MAX_TEXT = 120

/** POST /factors */
export async function enrollFactor(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const caller = await authenticate(c, deps)
  const request = await readJsonBody(c, bodySchema)
  refuseUnlessTotp(request.factor_type, deps)
  if (request.friendly_name.length > MAX_TEXT || request.issuer.length > MAX_TEXT) {
    const message = `friendly_name and issuer can't be longer than ${MAX_TEXT} characters`
    throw new HttpError(400, 'validation_failed', message)
  }
  const { user } = caller
  const id = randomUUID()
  const secret = generateSecret()
  await transaction(deps.pool, async (db) => {
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

function refuseUnlessTotp(type: string, deps: AuthDeps): void {
  switch (type) {
    case 'totp':
      if (deps.config.auth.totp) return
      throw new HttpError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
    case 'phone':
      throw new HttpError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    case 'webauthn':
      throw new HttpError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    default:
      throw new HttpError(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  }
}

async function refuseEnrollment(db: Queryable, { user, session }: Caller, name: string): Promise<void> {
  await deleteExpiredFactors(db, user.id)
  const { rows } = await db.query<Pick<FactorRow, 'status' | 'friendly_name'>>(
    'select status, friendly_name from auth.mfa_factors where user_id = $1',
    [user.id],
  )
  if (rows.length >= MAX_FACTORS) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new HttpError(422, 'too_many_enrolled_mfa_factors', message)
  }
  if (rows.some((factor) => (factor.friendly_name ?? '') === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`
    throw new HttpError(422, 'mfa_factor_name_conflict', message)
  }
  // Otherwise whoever has only the password could add a factor of their own.
  if (rows.some(({ status }) => status === 'verified') && session?.aal !== 'aal2') {
    throw new HttpError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}
