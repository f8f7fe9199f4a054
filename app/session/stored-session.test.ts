import { describe, expect, it } from 'vitest'
import { parseStoredSession, type StoredSession, stateOf } from './stored-session.ts'

const stored = {
  access_token: 'a.b.c',
  refresh_token: 'r',
  expires_at: 1_754_922_000,
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: 'carer', email: 'carer@example.org', app_metadata: {} },
}

it('is who is signed in, expired or not', () => {
  expect(parseStoredSession(JSON.stringify(stored))).toEqual({
    accessToken: 'a.b.c',
    refreshToken: 'r',
    expiresAt: 1_754_922_000,
    sessionId: 'r',
    userId: 'carer',
    email: 'carer@example.org',
    newEmail: null,
    factorId: null,
    isSecondFactorGiven: false,
    isPasswordGiven: false,
  })
})

it('may have no email', () => {
  const user = { id: 'carer', phone: '34600000000' }
  expect(parseStoredSession(JSON.stringify({ ...stored, user }))?.email).toBe('')
})

it.each([[null], [''], ['{'], ['null'], [JSON.stringify({ ...stored, user: null })]])(
  '%j is nobody',
  (text) => {
    expect(parseStoredSession(text)).toBeNull()
  },
)

it('may be about to get another email', () => {
  const user = { ...stored.user, new_email: 'new@example.org' }
  expect(parseStoredSession(JSON.stringify({ ...stored, user }))?.newEmail).toBe('new@example.org')
})

it.each([
  [{ password_given: true }, true],
  [{ password_given: 'yes' }, false],
  [{ provider: 'email' }, false],
  [null, false],
  [undefined, false],
])('with the app_metadata %j has a password that somebody else chose: %s', (app_metadata, isGiven) => {
  const user = { ...stored.user, app_metadata }
  expect(parseStoredSession(JSON.stringify({ ...stored, user }))?.isPasswordGiven).toBe(isGiven)
})

describe('a second factor', () => {
  const token = (aal: string) => `a.${btoa(JSON.stringify({ sub: 'carer', aal }))}.c`
  const withFactor = (status: string, aal: string) =>
    parseStoredSession(
      JSON.stringify({
        ...stored,
        access_token: token(aal),
        user: { ...stored.user, factors: [{ id: 'f', factor_type: 'totp', status }] },
      }),
    )

  it('is asked for only when it is verified and was not given yet', () => {
    expect(stateOf(withFactor('verified', 'aal1'), null).kind).toBe('second-factor')
    expect(stateOf(withFactor('verified', 'aal2'), null).kind).toBe('signed-in')
    expect(stateOf(withFactor('unverified', 'aal1'), null).kind).toBe('signed-in')
  })

  it('comes before the new password', () => {
    expect(stateOf(withFactor('verified', 'aal1'), 'recovery:carer').kind).toBe('second-factor')
    expect(stateOf(withFactor('verified', 'aal2'), 'recovery:carer').kind).toBe('new-password')
  })
})

describe('a password that is due', () => {
  const session: StoredSession = {
    accessToken: 'a.b.c',
    refreshToken: 'r',
    expiresAt: 0,
    sessionId: 'this',
    userId: 'carer',
    email: 'carer@example.org',
    newEmail: null,
    factorId: null,
    isSecondFactorGiven: false,
    isPasswordGiven: false,
  }

  it('is due to the account that came in by the mail, and to no other', () => {
    expect(stateOf(session, 'invite:carer')).toMatchObject({ kind: 'new-password', due: 'invite' })
    expect(stateOf(session, 'recovery:other').kind).toBe('signed-in')
    expect(stateOf(null, 'recovery:carer').kind).toBe('signed-out')
  })
})
