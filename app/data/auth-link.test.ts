import { expect, it } from 'vitest'
import { parseAuthLink } from './auth-link.ts'

it('is a session, with what it was asked for', () => {
  expect(
    parseAuthLink('#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer&type=recovery'),
  ).toEqual({
    kind: 'session',
    accessToken: 'a.b.c',
    refreshToken: 'r',
    purpose: 'recovery',
  })
})

it('is a refusal, by its code', () => {
  const hash =
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='
  expect(parseAuthLink(hash)).toEqual({
    kind: 'refused',
    code: 'otp_expired',
    message: 'Email link is invalid or has expired',
  })
})

it('is the first half of an e-mail change', () => {
  expect(parseAuthLink('#message=Confirmation+link+accepted.&sb=')).toEqual({ kind: 'half-confirmed' })
})

it.each(['', '#', '#inicio', '#access_token=a', '#refresh_token=r'])(
  '%j is an address like any other',
  (hash) => {
    expect(parseAuthLink(hash)).toBeNull()
  },
)
