import { HttpError } from '../errors.ts'

/** The pair of wire contract 1.3; both empty means no PKCE. Throws 400 validation_failed. */
export function refuseUnfitChallenge(challenge: string, method: string): void {
  if (challenge === '' && method === '') return
  const known = ['s256', 'plain'].includes(method.toLowerCase())
  if (challenge === '' || !known) {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[a-zA-Z0-9._~-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message)
}
