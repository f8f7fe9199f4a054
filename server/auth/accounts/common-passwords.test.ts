import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const CONTEXT = ['ana.garcia', 'Nana', 'BSC']

it.each([
  '12345678',
  'password',
  'Contraseña',
  'contrasena1',
  'CONTRASEÑA2025!',
  'tequiero',
  'realmadrid',
  'mariposa1985',
  '¡barcelona!',
  'aaaaaaaa',
  'abcabcabc',
  'qwertyuiop',
  '98765432',
  'stuvwxyzab',
  'ana.garcia',
  'AnaGarcía1',
  'nana2025',
  'nana-bsc-1',
])('the password %s counts as one that is guessed first', (password) => {
  expect(isCommonPassword(password, CONTEXT)).toBe(true)
})

it.each([
  'siesta-larga-y-buena',
  'dulces-siestas',
  'toldo-remo-pinza-grulla-miel',
  'Vuelve a dormir, Ana',
  'k4Q-72vh_x',
  '# Copyright',
  'nana-lunes-marte',
])('the password %s does not count as one that is guessed first', (password) => {
  expect(isCommonPassword(password, CONTEXT)).toBe(false)
})

it('judges a very long password without running for minutes', () => {
  expect(isCommonPassword(`${'ab'.repeat(5000)}c!c`, ['x'.repeat(64)])).toBe(false)
})
