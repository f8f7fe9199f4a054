import { expect, it } from 'vitest'
import { parseStoredSession } from './stored-session.ts'

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
    expiresAt: 1_754_922_000,
    userId: 'carer',
    email: 'carer@example.org',
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
