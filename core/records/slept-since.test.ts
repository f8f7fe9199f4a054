import { expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { hasSleptSince } from './slept-since.ts'

const [YESTERDAY, TODAY] = ['2025-08-10', '2025-08-11']
const NOW = instantAt(TODAY, '08:14', MADRID)
const nap = siesta(YESTERDAY, '17:00')
const night = noche(YESTERDAY, '20:40')

it.each([
  ['a night after a nap', nap, noche(YESTERDAY, '20:40', '07:05'), true],
  ['a nap after a nap', nap, siesta(YESTERDAY, '18:30', '18:50'), true],
  ['a nap after a night', night, siesta(TODAY, '07:40', '08:00'), true],
  ['a wake-up after a nap of the day before', nap, despertar(TODAY, '07:05'), true],
  ['a wake-up after a nap of the same day', siesta(TODAY, '07:00'), despertar(TODAY, '07:05'), false],
  ['a wake-up after a night', night, despertar(TODAY, '07:05'), false],
  ['a sleep that ends now', nap, siesta(TODAY, '07:40', '08:14'), true],
  ['a sleep that hasn’t ended', nap, siesta(TODAY, '07:40', '08:15'), false],
  ['a wake-up that is still to come', nap, despertar(TODAY, '08:15'), false],
  ['another open one', nap, siesta(TODAY, '07:40'), false],
  ['a sleep that began with it', nap, siesta(YESTERDAY, '17:00', '17:20'), false],
  ['an earlier one', nap, siesta(YESTERDAY, '14:00', '15:00'), false],
  ['one of the day before, in the same hours', nap, siesta('2025-08-09', '17:30', '18:00'), false],
  ['a wake-up without a time', nap, recordOf('despertar', TODAY), false],
  ['anything, where it has no start', siesta(YESTERDAY, null), siesta(TODAY, '07:40', '08:00'), false],
])('%s', (_, open, other, isOver) => {
  expect(hasSleptSince(open, [other, open], NOW, MADRID)).toBe(isOver)
})
