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
