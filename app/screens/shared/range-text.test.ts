import { describe, expect, it } from 'vitest'
import { siesta } from '../../../core/testing/records.ts'
import { rangeText } from './range-text.ts'

const nap = siesta('2025-08-11', '13:05', '14:00')

describe('rangeText', () => {
  it('says both times', () => {
    expect(rangeText(nap, false)).toBe('13:05 – 14:00')
  })

  it('tells a running sleep from one whose end was never told', () => {
    const open = { ...nap, end_time: null }
    expect(rangeText(open, true)).toBe('13:05 – en curso')
    expect(rangeText(open, false)).toBe('13:05 – sin hora de fin')
  })

  it('reads the older alias of the start', () => {
    expect(rangeText({ ...nap, start_time: null, time: '12:50' }, false)).toBe('12:50 – 14:00')
  })
})
