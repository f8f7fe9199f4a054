import { describe, expect, it } from 'vitest'
import type { FailedResult } from '../../wire/failures.ts'
import { passwordRefusal } from './password-refusal.ts'

const weak = (reasons: string[], message = ''): FailedResult => ({
  kind: 'failed',
  code: 'weak_password',
  message,
  reasons,
})

describe('a refused password says which rule it breaks', () => {
  it('too short, by how much: the number is the server’s, who knows better than a page from before', () => {
    const refused = weak(['length'], 'Password should be at least 10 characters.')
    expect(passwordRefusal(refused, 'luna👶', 8)).toContain('tiene 5 caracteres y hacen falta al menos 10')
    expect(passwordRefusal(weak(['length']), 'l', 8)).toContain('tiene 1 carácter y hacen falta al menos 8')
    expect(passwordRefusal(weak(['length']), 'l', null)).toBe('Es demasiado corta.')
  })

  it('easy to guess', () => {
    expect(passwordRefusal(weak(['pwned']), '12345678', 8)).toMatch(/^Es fácil de adivinar/)
  })

  it('of one kind of characters, as another project may say', () => {
    expect(passwordRefusal(weak(['characters']), 'manzanilla', 8)).toMatch(/^Le faltan otros caracteres/)
  })

  it('several at once', () => {
    expect(passwordRefusal(weak(['length', 'pwned']), '1234', 8)).toMatch(/corta.*fácil de adivinar/)
  })

  it('too long', () => {
    const message = 'Password cannot be longer than 72 characters'
    expect(passwordRefusal({ kind: 'failed', code: 'validation_failed', message }, 'x', 8)).toContain('72')
  })

  it.each(['same_password', 'network', 'validation_failed', null])('%s is no such rule', (code) => {
    expect(passwordRefusal({ kind: 'failed', code, message: '' }, 'x', 8)).toBeNull()
  })

  it('reasons nobody knows yet are left to the server’s own words', () => {
    expect(passwordRefusal(weak(['new']), 'x', 8)).toBeNull()
  })
})
