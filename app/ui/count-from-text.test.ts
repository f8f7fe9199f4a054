import { describe, expect, it } from 'vitest'
import { countFromText } from './count-from-text.ts'

describe('countFromText', () => {
  it('reads whole numbers', () => {
    expect(countFromText('3', 99)).toBe(3)
    expect(countFromText('05', 99)).toBe(5)
  })

  it.each(['', 'dos', '-1', '1,5', '1e3', ' '])('takes %j as 0', (text) => {
    expect(countFromText(text, 99)).toBe(0)
  })

  it('stops at the maximum', () => {
    expect(countFromText('120', 99)).toBe(99)
  })
})
