import { expect, it } from 'vitest'
import type { BabyInfo } from '../../../../core/baby/age.ts'
import { firstDaysPlace } from './first-days-place.ts'

const today = '2025-08-11'
const baby: BabyInfo = {
  id: 'b',
  user_id: 'u',
  name: 'Mi bebé',
  birth_date: today,
  birth_date_known: false,
}
const first = { baby, today, putOffOn: null, recordsToday: 0, isAsleep: false }

it.each([
  ['whole on a new family’s empty diary', {}, 'open'],
  ['a line beside records', { recordsToday: 1 }, 'row'],
  ['away while the baby sleeps', { isAsleep: true }, 'away'],
  ['away on the day it was put off', { putOffOn: today }, 'away'],
  ['a line from the day after on', { putOffOn: '2025-08-10' }, 'row'],
  ['no more once the age is known', { baby: { ...baby, birth_date_known: true } }, 'over'],
  ['nowhere before anything is read', { baby: null }, 'over'],
] as const)('the question for the age stands %s', (_, change, place) => {
  expect(firstDaysPlace({ ...first, ...change })).toBe(place)
})
