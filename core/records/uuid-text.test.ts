import { expect, it } from 'vitest'
import { uuidText } from './uuid-text.ts'

it.each([
  [4, 0x00, '00000000-0000-4000-8000-000000000000'],
  [5, 0xff, 'ffffffff-ffff-5fff-bfff-ffffffffffff'],
] as const)('version %i', (version, byte, text) => {
  expect(
    uuidText(
      version,
      Array.from({ length: 16 }, () => byte),
    ),
  ).toBe(text)
})
