import { HttpError } from '../../http/errors.ts'

// Refusals of /auth/v1 that more than one place needs. Their words are the reference's, which clients know.

/** A request that is wrong in itself, whatever the database holds. */
export function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message)
}

export function emailExists(): HttpError {
  return new HttpError(422, 'email_exists', 'A user with this email address has already been registered')
}

export function phoneExists(): HttpError {
  return new HttpError(422, 'phone_exists', 'A user with this phone number has already been registered')
}

export function userBanned(): HttpError {
  return new HttpError(403, 'user_banned', 'User is banned')
}

/** The token is good, but its account doesn't exist any more. */
export function userGone(): HttpError {
  return new HttpError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
}

/** The token is good, but the session that it names has ended. */
export function sessionGone(): HttpError {
  return new HttpError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/** The user has no second factor of this id. */
export function factorNotFound(): HttpError {
  return new HttpError(404, 'mfa_factor_not_found', 'Factor not found')
}

/** Accounts are made by the administrator alone. */
export function signupsOff(): HttpError {
  return new HttpError(422, 'signup_disabled', 'Signups not allowed for this instance')
}
