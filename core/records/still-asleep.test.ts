import { expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt, type LocalTime, MINUTE_MS } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { findCurrentSleep, findSleepBeside, isStillAsleep } from './still-asleep.ts'

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
  expect(isStillAsleep(open, [other, open], NOW, MADRID)).toBe(!isOver)
})

it('not in a sleep that nobody ended for over 16 hours', () => {
  const end = instantAt(YESTERDAY, '17:00', MADRID) + 16 * 60 * MINUTE_MS
  expect(isStillAsleep(nap, [nap], end, MADRID)).toBe(true)
  expect(isStillAsleep(nap, [nap], end + 1, MADRID)).toBe(false)
  expect(findCurrentSleep([nap], [nap], end + 1, MADRID)).toBeNull()
  expect(findCurrentSleep([], [], NOW, MADRID)).toBeNull()
})

it('in the sleep that began last, which another one from its start on would leave without an end', () => {
  const open = [night, nap]
  const beside = (time: LocalTime, records = open) =>
    findSleepBeside(instantAt(YESTERDAY, time, MADRID), records, open, NOW, MADRID)
  expect(beside('20:41')).toBe(night)
  expect(beside('20:40')).toBe(night)
  expect(beside('20:39')).toBeNull()
  expect(beside('20:41', [siesta(TODAY, '07:40', '08:00'), ...open])).toBeNull()
})
