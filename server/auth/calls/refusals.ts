import { type ErrorExtra, HttpError } from '../../http/errors.ts'

// Every refusal of /auth/v1. Codes and words are the reference's, which clients know (docs/wire.md has them by call);
// those of what Nana alone does have the same form.

const INSUFFICIENT_AAL = 'insufficient_aal'

// A request that is wrong in itself, whatever the database holds.

export function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message)
}

/** The form is right, what it asks for isn't. */
export function unprocessable(message: string): HttpError {
  return new HttpError(422, 'validation_failed', message)
}

/** @param name what the path calls the id. */
export function notAnUuid(name: 'user_id' | 'factor_id'): HttpError {
  return new HttpError(404, 'validation_failed', `${name} must be an UUID`)
}

export function badJson(why: string): HttpError {
  return new HttpError(400, 'bad_json', `Could not parse request body as JSON: ${why}`)
}

// Keys and tokens.

/** The gateway's refusal has a shape of its own. */
export function badApiKey(message: string, hint: string): HttpError {
  return new HttpError(401, 'no_authorization', message, { body: { message, hint } })
}

export function noBearerToken(): HttpError {
  return new HttpError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

export function badJwt(message: string, status: 400 | 403 = 403): HttpError {
  return new HttpError(status, 'bad_jwt', message)
}

export function notAdmin(message = 'User not allowed'): HttpError {
  return new HttpError(403, 'not_admin', message)
}

/** The table API's refusal of a person who reads everybody's rows with a password alone. */
export function tableNeedsSecondFactor(): HttpError {
  return new HttpError(403, '42501', 'the second factor is missing')
}

/** The table API's refusal of a token. */
export function tableUnauthorized(code: 'PGRST301' | 'PGRST303', message: string): HttpError {
  // Quotes and control characters are dropped because they would end the header's quoted string.
  const description = message.replace(/[^\x20-\x7e]|["\\]/g, '')
  return new HttpError(401, code, message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` },
  })
}

// Accounts.

export function emailExists(): HttpError {
  return new HttpError(422, 'email_exists', 'A user with this email address has already been registered')
}

export function phoneExists(
  message = 'A user with this phone number has already been registered',
): HttpError {
  return new HttpError(422, 'phone_exists', message)
}

export function userExists(message: string): HttpError {
  return new HttpError(422, 'user_already_exists', message)
}

/** A password was given, or a link pressed, for an account that an administrator has locked. */
export function userBanned(status: 400 | 403 = 403): HttpError {
  return new HttpError(status, 'user_banned', 'User is banned')
}

/** @param status 404 where the caller names the account, 403 where a token does. */
export function userNotFound(status: 403 | 404, message = 'User not found'): HttpError {
  return new HttpError(status, 'user_not_found', message)
}

/** The token is good, but its account doesn't exist any more. */
export function userGone(): HttpError {
  return userNotFound(403, 'User from sub claim in JWT does not exist')
}

/** @param words are read by the family. */
export function trialEnded(words: string): HttpError {
  return new HttpError(403, 'trial_ended', words)
}

/** The account's address belongs to its company's sign-in. */
export function managedBySso(): HttpError {
  const message = 'Updating email, phone, password of a SSO account only possible via SSO'
  return new HttpError(422, 'user_sso_managed', message)
}

// Passwords.

export function weakPassword(message: string, reasons: readonly string[]): HttpError {
  return new HttpError(422, 'weak_password', message, { fields: { weak_password: { reasons } } })
}

export function wrongCredentials(): HttpError {
  return new HttpError(400, 'invalid_credentials', 'Invalid login credentials')
}

/** The query of POST /token names no way to sign in. */
export function unknownGrant(): HttpError {
  return new HttpError(400, 'invalid_credentials', 'unsupported_grant_type')
}

export function samePassword(): HttpError {
  return new HttpError(422, 'same_password', 'New password should be different from the old password.')
}

export function currentPasswordNeeded(why: 'required' | 'invalid'): HttpError {
  const message = 'Current password required when setting new password.'
  return new HttpError(400, `current_password_${why}`, message)
}

// Sessions.

/**
 * The token is good, but the session that it names has ended.
 * @param fields why it has, where that is known.
 */
export function sessionGone(fields: ErrorExtra = {}): HttpError {
  const message = 'Session from session_id claim in JWT does not exist'
  return new HttpError(403, 'session_not_found', message, fields)
}

export function badRefreshToken(code: string, why: string, fields: ErrorExtra = {}): HttpError {
  return new HttpError(400, code, `Invalid Refresh Token: ${why}`, fields)
}

export function refreshConflict(): HttpError {
  const message = 'Too many concurrent token refresh requests on the same session or refresh token'
  return new HttpError(409, 'conflict', message)
}

export function reauthenticationNeeded(change: string): HttpError {
  return new HttpError(400, 'reauthentication_needed', `${change} requires reauthentication`)
}

export function badNonce(): HttpError {
  return new HttpError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

// Second factors.

/**
 * The session hasn't proved the second factor.
 * @param what what it is needed for, as the end of the sentence.
 * @param status 403, but where the reference answers otherwise.
 */
export function secondFactorNeeded(what: string, status: 403 | 422 = 403): HttpError {
  return new HttpError(status, INSUFFICIENT_AAL, `AAL2 required to ${what}`)
}

export function addressNeedsSecondFactor(): HttpError {
  const message = 'AAL2 session is required to update email or password when MFA is enabled.'
  return new HttpError(401, INSUFFICIENT_AAL, message)
}

/** The user has no second factor of this id. */
export function factorNotFound(): HttpError {
  return new HttpError(404, 'mfa_factor_not_found', 'Factor not found')
}

const FACTOR_NAMES = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }

/** A second factor of this kind can't be added, or verified, here. */
export function factorKindOff(what: 'enroll' | 'verify', kind: keyof typeof FACTOR_NAMES): HttpError {
  const action = what === 'enroll' ? 'enroll' : 'verification'
  const message = `MFA ${action} is disabled for ${FACTOR_NAMES[kind]}`
  return new HttpError(422, `mfa_${kind}_${what}_not_enabled`, message)
}

export function tooManyFactors(): HttpError {
  const message = 'Maximum number of verified factors reached, unenroll to continue'
  return new HttpError(422, 'too_many_enrolled_mfa_factors', message)
}

export function factorNameTaken(name: string): HttpError {
  const message = `A factor with the friendly name "${name}" for this user already exists`
  return new HttpError(422, 'mfa_factor_name_conflict', message)
}

export function wrongCode(kind: 'TOTP' | 'recovery'): HttpError {
  return new HttpError(422, 'mfa_verification_failed', `Invalid ${kind} code entered`)
}

export function challengeNotFound(): HttpError {
  const message = 'MFA factor with the provided challenge ID not found'
  return new HttpError(422, 'mfa_factor_not_found', message)
}

export function challengeExpired(id: string): HttpError {
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
  return new HttpError(422, 'mfa_challenge_expired', message)
}

/** The challenge was asked for from another address, or is spent. */
export function challengeMismatch(): HttpError {
  return new HttpError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
}

// Mails, their codes and links.

/** A code or a link of a mail that is spent, too old, or never was. */
export function otpExpired(message: string): HttpError {
  return new HttpError(403, 'otp_expired', message)
}

export function emailNotConfirmed(status: 400 | 422, message = 'Email not confirmed'): HttpError {
  return new HttpError(status, 'email_not_confirmed', message)
}

export function inviteNotSent(): HttpError {
  return new HttpError(500, 'unexpected_failure', 'Error sending invite email')
}

export function mailTooSoon(seconds: number): HttpError {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  return new HttpError(429, 'over_email_send_rate_limit', message, {
    headers: { 'Retry-After': String(seconds) },
  })
}

export function tooManyMails(): HttpError {
  return new HttpError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
}

// What is switched off.

/** Accounts are made by the administrator alone. */
export function signupsOff(): HttpError {
  return new HttpError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

/** A mail that signs in makes no account. */
export function otpSignupsOff(): HttpError {
  return new HttpError(422, 'otp_disabled', 'Signups not allowed for otp')
}

export function anonymousOff(): HttpError {
  return new HttpError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
}

/** There is nobody who sends short messages. Status and words depend on the call, as the reference's do. */
export function phoneOff(status: 400 | 422, message: string): HttpError {
  return new HttpError(status, 'phone_provider_disabled', message)
}

export function linkingOff(): HttpError {
  return new HttpError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

export function web3Off(): HttpError {
  return new HttpError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}

export function oauthServerOff(): HttpError {
  return new HttpError(404, 'feature_disabled', 'OAuth server is disabled')
}

// The flow of a sign-in that begins here and ends elsewhere.

export function flowUsed(status: 400 | 422, what: 'OAuth state' | 'SAML RelayState'): HttpError {
  return new HttpError(status, 'flow_state_already_used', `${what} has already been used`)
}

export function flowNotFound(status: 404 | 422, message: string): HttpError {
  return new HttpError(status, 'flow_state_not_found', message)
}

export function flowExpired(): HttpError {
  return new HttpError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
}

export function badCodeVerifier(): HttpError {
  const message = 'code challenge does not match previously saved code verifier'
  return new HttpError(400, 'bad_code_verifier', message)
}
