import { createHash, timingSafeEqual } from 'node:crypto'
import { invalid } from './refusals.ts'

/** What a client sends ahead (RFC 7636), so that nobody else can exchange the code that comes back. */
export interface CodeChallenge {
  challenge: string
  method: 's256' | 'plain'
}

/** Reads the two fields of PKCE (wire 1.3, inputs); null when both are empty. Throws 400 validation_failed. */
export function parseChallenge(challenge: string, method: string): CodeChallenge | null {
  if (challenge === '' && method === '') return null
  const known = method.toLowerCase()
  if (challenge === '' || (known !== 's256' && known !== 'plain')) {
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
  return { challenge, method: known }
}

/** Whether a verifier is the one that the challenge was made of. */
export function answersChallenge({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const answer = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return timingSafeEqual(digest(answer), digest(challenge))
}

/** Hashes make both sides equally long, which a comparison in constant time needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
