import { expect, it } from 'vitest'
import { askingDraft, newAsking } from './asking-draft.ts'

const begun = newAsking('2025-08-11', 'Por las tardes')

it('a request begins with four weeks from today, and the hours of the one before', () => {
  expect(begun).toMatchObject({ starts_on: '2025-08-11', ends_on: '2025-09-07', hours: 'Por las tardes' })
  expect(newAsking('2025-08-11', null).hours).not.toBe('')
})

it.each([
  ['email', 'ana@example.org'],
  ['purpose', ''],
  ['starts_on', '2025-08-12'],
  ['ends_on', '2025-09-08'],
  ['hours', ''],
] as const)('is unsent while another %s is typed, and no more once it is put back', (field, typed) => {
  const edited = { ...begun, [field]: typed }
  expect(askingDraft(begun, edited)).toEqual(edited)
  expect(askingDraft(begun, { ...edited, [field]: begun[field] })).toBeNull()
})
