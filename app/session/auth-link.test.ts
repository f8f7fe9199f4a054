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

it('is a refusal, by its code; what else the link says is anybody’s words', () => {
  const hash =
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='
  expect(parseAuthLink(hash)).toEqual({
    kind: 'refused',
    by: 'mail',
    code: 'otp_expired',
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

it('is the way back from a provider, by its code; a refusal says more', () => {
  expect(parseAuthLink('', '?code=0a1b')).toEqual({ kind: 'code', code: '0a1b' })
  expect(parseAuthLink('', '?code=')).toBeNull()
  expect(parseAuthLink('#error_code=trial_ended&error=access_denied', '?code=0a1b')).toMatchObject({
    kind: 'refused',
  })
})

it('is a provider’s refusal where the query says it too', () => {
  const refusal = 'error=access_denied&error_code=bad_oauth_callback'
  expect(parseAuthLink(`#${refusal}`, `?${refusal}`)).toMatchObject({ kind: 'refused', by: 'provider' })
})

it('is a mail’s, to be pressed, with the account it is for', () => {
  expect(parseAuthLink('#token_hash=0a1b&type=invite&email=ana%40example.org')).toEqual({
    kind: 'unspent',
    tokenHash: '0a1b',
    type: 'invite',
    email: 'ana@example.org',
  })
  expect(parseAuthLink('#token_hash=0a1b&type=email_change')).toMatchObject({ email: null })
})

it.each(['#token_hash=&type=invite', '#token_hash=0a1b', '#token_hash=0a1b&type=sms'])(
  '%j is no mail’s of ours',
  (hash) => {
    expect(parseAuthLink(hash)).toBeNull()
  },
)

it('is a refusal that names no OAuth error', () => {
  expect(parseAuthLink('#error_code=trial_ended&error_description=Fin')).toMatchObject({
    kind: 'refused',
    code: 'trial_ended',
  })
})
