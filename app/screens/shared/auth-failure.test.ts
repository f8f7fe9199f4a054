import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { authErrors, login } from '../../words/entrance.es.ts'
import { authFailureToast } from './auth-failure.ts'

it('says a known refusal in our words', () => {
  const { detail } = authFailureToast('No', {
    code: 'wrong_code',
    message: 'Token has expired or is invalid',
  })
  expect(detail).toBe(authErrors.wrong_code)
})

it('says what the server says of any other, and that something went wrong where it says nothing', () => {
  expect(authFailureToast('No', { code: 'other', message: 'Ahora no' }).detail).toBe('Ahora no')
  expect(authFailureToast('No', { code: null, message: '' }).detail).toBe(login.somethingWentWrong)
})

it.each(['constructor', '__proto__', 'toString'])('takes %s for no refusal that it knows', (code) => {
  expect(authFailureToast('No', { code, message: '' }).detail).toBe(login.somethingWentWrong)
})

/** The codes that `server/auth` refuses with, as its source has them. */
const serverCodes = readdirSync('server/auth', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`server/auth/${path}`, 'utf8'))
  .flatMap((text) => [...text.matchAll(/(?:HttpError\(\s*[^,']+,|badRefreshToken\()\s*'([a-z][a-z0-9_]+)'/g)])
  .map(([, code = '']) => code)

/** A parent never meets these: the app doesn't ask for what they refuse, or has words of its own in their place. */
const NOT_SAID = [
  'anonymous_provider_disabled',
  'bad_json',
  'bad_jwt',
  'conflict',
  'feature_disabled',
  'manual_linking_disabled',
  'no_authorization',
  'not_admin',
  'phone_exists',
  'phone_provider_disabled',
  // The server says this one in the family's own words.
  'trial_ended',
  'web3_provider_disabled',
]

it('has Spanish words for every refusal of the server that a parent can meet', () => {
  const isSaid = (code: string) => Object.hasOwn(authErrors, code)
  expect(serverCodes).toContain('invalid_credentials')
  expect([...new Set(serverCodes)].filter((code) => !isSaid(code)).sort()).toEqual(NOT_SAID)
})
