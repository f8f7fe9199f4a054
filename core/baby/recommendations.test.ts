import { describe, expect, it } from 'vitest'
import { recommendedSleep, sleepStatus } from './recommendations.ts'

describe('recommendedSleep', () => {
  it.each([
    [0, 930, 990, 'provider'],
    [1, 900, 960, 'provider'],
    [2, 870, 930, 'provider'],
    [3, 870, 930, 'provider'],
    [4, 840, 900, 'provider'],
    [5, 840, 900, 'provider'],
    [6, 810, 870, 'provider'],
    [7, 810, 870, 'provider'],
    [12, 810, 870, 'provider'],
    [13, 780, 840, 'provider'],
    [18, 780, 840, 'provider'],
    [19, 750, 810, 'provider'],
    [24, 750, 810, 'provider'],
    [25, 660, 840, 'aasm'],
    [35, 660, 840, 'aasm'],
    [36, 600, 780, 'aasm'],
    [71, 600, 780, 'aasm'],
    [72, 540, 720, 'aasm'],
    [144, 540, 720, 'aasm'],
  ])('at %i months: %i to %i min (%s)', (months, minMin, maxMin, source) => {
    expect(recommendedSleep(months)).toEqual({ minMin, maxMin, source })
  })
})

describe('sleepStatus', () => {
  it.each([
    [0, null],
    [1, 'low'],
    [809, 'low'],
    [810, 'in-range'],
    [870, 'in-range'],
    [871, 'high'],
  ])('%i min of 810 to 870: %s', (total, status) => {
    expect(sleepStatus(total, recommendedSleep(7))).toBe(status)
  })
})
