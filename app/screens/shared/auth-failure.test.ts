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
