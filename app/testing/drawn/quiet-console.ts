import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

// What the app complains of fails the test in which it does.

let errors: MockInstance<typeof console.error>

beforeEach(() => {
  errors = vi.spyOn(console, 'error')
})

afterEach(() => {
  expect(errors.mock.calls).toEqual([])
  errors.mockRestore()
})
