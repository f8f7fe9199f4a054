import { expect, it } from 'vitest'
import { quartilesOf } from './quartiles.ts'

it('lie on the values where those are three or seven', () => {
  expect(quartilesOf([30, 10, 20])).toEqual({ low: 10, middle: 20, high: 30 })
  expect(quartilesOf([7, 6, 5, 4, 3, 2, 1])).toEqual({ low: 2, middle: 4, high: 6 })
})

it('lie between two values where those are another number', () => {
  expect(quartilesOf([10, 20, 30, 40, 50])).toEqual({ low: 15, middle: 30, high: 45 })
  expect(quartilesOf([10, 20, 30, 40])).toEqual({ low: 12.5, middle: 25, high: 37.5 })
})
