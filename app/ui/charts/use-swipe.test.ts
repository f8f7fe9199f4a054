import { describe, expect, it } from 'vitest'
import { swipeOf } from './use-swipe.ts'

describe('swipeOf', () => {
  it('knows both directions', () => {
    expect(swipeOf(-60, 5)).toBe('left')
    expect(swipeOf(60, -5)).toBe('right')
  })

  it('takes neither a tap that slipped nor a scroll for a swipe', () => {
    expect(swipeOf(30, 0)).toBeNull()
    expect(swipeOf(60, 80)).toBeNull()
    expect(swipeOf(60, 40)).toBeNull()
  })
})
