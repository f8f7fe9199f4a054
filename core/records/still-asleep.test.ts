import { expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { addDays, instantAt, type LocalTime, MINUTE_MS } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { findRunningRecord, findSleepBeside, isStillAsleep } from './still-asleep.ts'

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
  expect(findRunningRecord([nap], end, MADRID)).toBe(nap)
  expect(findRunningRecord([nap], end + 1, MADRID)).toBeNull()
  expect(findRunningRecord([], NOW, MADRID)).toBeNull()
})

it('not in a sleep that was forgotten beside a later one, which has ended', () => {
  const beside = noche(YESTERDAY, '20:52', '07:05')
  expect(findRunningRecord([beside, night], NOW, MADRID)).toBeNull()
  expect(findRunningRecord([beside, night], instantAt(TODAY, '07:04', MADRID), MADRID)).toBe(night)
})

it('is told by what the log says since its start, however long that log is', () => {
  const years = Array.from({ length: 10_000 }, (_, ago) =>
    siesta(addDays('2025-08-01', -ago), '10:00', '11:00'),
  )
  let looks = 0
  const log = new Proxy([siesta(TODAY, '07:40', '08:00'), night, ...years], {
    get(records, key) {
      looks += 1
      return Reflect.get(records, key)
    },
  })
  expect(findRunningRecord(log, NOW, MADRID, [night])).toBeNull()
  expect(looks).toBeLessThan(100)
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
