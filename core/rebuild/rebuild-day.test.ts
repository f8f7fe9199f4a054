import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { napOrNight } from '../night/nap-or-night.ts'
import { MADRID } from '../time/zone.ts'
import { barsOfRow } from '../week/weekly-pattern.ts'
import {
  changedSince,
  type DrawnSleep,
  drawnAgain,
  drawnSince,
  EMPTY_DAY,
  inOrder,
  moveEdge,
  placeAfter,
  placeOf,
  recordOfSleep,
  recordsOfDay,
  STEP_MIN,
  stepFrom,
  stretchBetween,
  stretchFrom,
  TAPE_MIN,
  timeAt,
  typeEdge,
  withGuess,
} from './rebuild-day.ts'

const DAY = '2025-08-10'
const HABITS = { naps: [{ duration: 90 }, { duration: 45 }], morning: '07:40' }

function drawn(start: string, end: string, about: Partial<DrawnSleep> = {}): DrawnSleep {
  const from = placeOf(start)
  const to = from + ((placeOf(end) - from + TAPE_MIN) % TAPE_MIN || TAPE_MIN)
  return { key: 1, type: 'siesta', isTypeChosen: false, from, to, ...about }
}

const place = fc.integer({ min: 0, max: TAPE_MIN - 1 })
const time = place.map(timeAt)
const sleep = fc
  .record({ from: place, length: fc.integer({ min: 1, max: TAPE_MIN }) })
  .map(({ from, length }): DrawnSleep => ({ ...drawn('08:00', '09:00'), from, to: from + length }))
const anywhere = fc.integer({ min: -200, max: 2 * TAPE_MIN })
/** An ordinary day and the days of both changes of hour. */
const day = fc.constantFrom(DAY, '2025-10-25', '2025-10-26', '2026-03-28', '2026-03-29')

describe('places and times', () => {
  it.each([
    ['08:00', 0],
    ['18:00', 600],
    ['00:00', 960],
    ['07:40', 1420],
  ])('%s lies at %i', (at, minute) => {
    expect(placeOf(at)).toBe(minute)
    expect(timeAt(minute)).toBe(at)
  })

  it('are each other’s inverse', () => {
    fc.assert(fc.property(place, (at) => placeOf(timeAt(at)) === at))
  })

  it('step on and back, from between two steps to the next', () => {
    expect([stepFrom(120, 1), stepFrom(120, -1), stepFrom(120, 12)]).toEqual([125, 115, 180])
    expect([stepFrom(123, 1), stepFrom(123, -1)]).toEqual([125, 120])
  })
})

describe('a drag', () => {
  it('makes a sleep between two moments, in whichever order', () => {
    expect(stretchBetween(123, 197)).toEqual({ from: 125, to: 195 })
    expect(stretchBetween(197, 123)).toEqual({ from: 125, to: 195 })
  })

  it('always lies on the steps and on the tape, and is never empty', () => {
    fc.assert(
      fc.property(anywhere, anywhere, (one, other) => {
        const { from, to } = stretchBetween(one, other)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(TAPE_MIN)
        expect(to - from).toBeGreaterThanOrEqual(STEP_MIN)
        expect([from % STEP_MIN, to % STEP_MIN]).toEqual([0, 0])
      }),
    )
  })
})

describe('a tap', () => {
  it('makes a nap as long as the plan’s next one', () => {
    expect(stretchFrom(121, [], HABITS)).toEqual({ from: 120, to: 210 })
    expect(stretchFrom(300, [drawn('10:00', '11:00')], HABITS)).toEqual({ from: 300, to: 345 })
    const two = [drawn('10:00', '11:00'), drawn('12:00', '12:30')]
    expect(stretchFrom(400, two, HABITS)).toEqual({ from: 400, to: 460 })
  })

  it('counts no night among the naps', () => {
    const rest = drawn('08:00', '08:20', { type: 'noche' })
    expect(stretchFrom(120, [rest], HABITS)).toEqual({ from: 120, to: 210 })
  })

  it('makes a night until the morning, also one after the tape', () => {
    expect(stretchFrom(placeOf('20:30'), [], HABITS)).toEqual({ from: 750, to: placeOf('07:40') })
    expect(stretchFrom(placeOf('20:30'), [], { ...HABITS, morning: '08:20' })).toEqual({
      from: 750,
      to: 1460,
    })
    expect(stretchFrom(placeOf('07:50'), [], HABITS)).toEqual({ from: 1430, to: 1520 })
  })

  it('ends where the next sleep begins', () => {
    expect(stretchFrom(120, [drawn('10:40', '12:00')], HABITS)).toEqual({ from: 120, to: 160 })
    expect(stretchFrom(placeOf('19:30'), [drawn('23:00', '07:00')], HABITS).to).toBe(placeOf('23:00'))
  })
})

it('without a place, a sleep begins some time awake after the last, or after getting up', () => {
  expect(timeAt(placeAfter([], null))).toBe('10:00')
  expect(timeAt(placeAfter([], '07:40'))).toBe('09:40')
  expect(timeAt(placeAfter([], '09:00'))).toBe('11:00')
  expect(timeAt(placeAfter([drawn('13:00', '14:30'), drawn('10:00', '11:00')], '09:00'))).toBe('16:30')
  expect(timeAt(placeAfter([drawn('13:00', '07:50'), drawn('14:00', '09:00')], null))).toBe('07:55')
})

it('without a place, a sleep begins before the night that is there', () => {
  const night = drawn('20:30', '07:40', { type: 'noche' })
  const placed = (...others: DrawnSleep[]) => timeAt(placeAfter([night, ...others], '07:40'))
  expect(placed()).toBe('09:40')
  expect(placed(drawn('10:00', '11:00'))).toBe('13:00')
  expect(placed(drawn('17:00', '19:00'))).toBe('19:45')
  expect(placed(drawn('08:00', '08:30', { type: 'noche' }))).toBe('10:30')
  expect(placed(drawn('03:00', '07:30', { type: 'noche' }))).toBe('09:40')
})

describe('an edge', () => {
  it('is dragged, and stops before the other', () => {
    const nap = drawn('10:00', '11:00')
    expect(moveEdge(nap, 'from', 147)).toMatchObject({ from: 145, to: 180 })
    expect(moveEdge(nap, 'from', 300)).toMatchObject({ from: 175, to: 180 })
    expect(moveEdge(nap, 'to', 0)).toMatchObject({ from: 120, to: 125 })
  })

  it('wherever it is dragged, the other stays, and it lasts no longer than a day', () => {
    fc.assert(
      fc.property(sleep, fc.constantFrom('from', 'to'), anywhere, (before, edge, at) => {
        const after = moveEdge(before, edge, at)
        expect(after[edge === 'from' ? 'to' : 'from']).toBe(before[edge === 'from' ? 'to' : 'from'])
        expect(after.from).toBeGreaterThanOrEqual(0)
        expect(after.from).toBeLessThan(TAPE_MIN)
        expect(after.to).toBeGreaterThan(after.from)
        expect(after.to - after.from).toBeLessThanOrEqual(TAPE_MIN)
      }),
    )
  })

  it('that is typed like the other one makes a whole day', () => {
    expect(typeEdge(drawn('10:00', '11:00'), 'to', '10:00')).toMatchObject({ from: 120, to: 120 + TAPE_MIN })
  })

  it('that is typed says just that, and the other keeps its time', () => {
    fc.assert(
      fc.property(sleep, time, time, day, (before, start, end, date) => {
        const record = recordOfSleep(date, typeEdge(typeEdge(before, 'to', end), 'from', start), MADRID)
        expect(record).toMatchObject({ start_time: start, end_time: end })
      }),
    )
  })
})

describe('nap or night', () => {
  it('is guessed from the times on the date they are of', () => {
    expect(withGuess(DAY, drawn('13:00', '14:30'), MADRID).type).toBe('siesta')
    expect(withGuess(DAY, drawn('20:30', '07:40'), MADRID).type).toBe('noche')
    fc.assert(
      fc.property(sleep, day, (before, date) => {
        const record = recordOfSleep(date, withGuess(date, before, MADRID), MADRID)
        expect(record.type).toBe(
          napOrNight(record.date, record.start_time ?? '', record.end_time ?? '', MADRID),
        )
      }),
    )
  })

  it('stays what the carer said', () => {
    const chosen = drawn('20:30', '07:40', { isTypeChosen: true })
    expect(withGuess(DAY, chosen, MADRID)).toBe(chosen)
  })
})

describe('what is stored', () => {
  it('is the wake-up and the sleeps as they are drawn, each on the date it begins', () => {
    const sleeps = [drawn('20:30', '04:00', { key: 1 }), drawn('05:00', '07:10', { key: 2 })]
    expect(recordsOfDay(DAY, { sleeps, wakeUp: '07:40' }, MADRID)).toMatchObject([
      { type: 'despertar', date: DAY, time: '07:40', start_time: null, end_time: null },
      { date: DAY, start_time: '20:30', end_time: '04:00', duration: 450 },
      { date: '2025-08-11', start_time: '05:00', end_time: '07:10', duration: 130 },
    ])
    expect(recordsOfDay(DAY, { sleeps: [], wakeUp: null }, MADRID)).toEqual([])
  })

  it('has the real length of a night whose hour changes', () => {
    expect(recordOfSleep('2025-10-25', drawn('19:30', '07:00'), MADRID).duration).toBe(750)
  })

  it('is drawn again where it was drawn', () => {
    fc.assert(
      fc.property(sleep, day, (before, date) => {
        const record = { ...recordOfSleep(date, before, MADRID), id: 'r', user_id: 'u' }
        const [bar] = barsOfRow([record], date, 0, MADRID)
        expect(bar?.start).toBeCloseTo(before.from / TAPE_MIN)
        expect(bar?.end).toBeCloseTo(Math.min(1, before.to / TAPE_MIN))
      }),
    )
  })
})

it('what is drawn while a day is being stored is left, and what is changed is of the stored day', () => {
  const [nap, night] = [drawn('10:00', '11:00', { key: 1 }), drawn('20:30', '07:00', { key: 2 })]
  const stored = { sleeps: [nap, night], wakeUp: '07:40' }
  expect(drawnSince(stored, stored)).toEqual(EMPTY_DAY)
  expect(changedSince(stored, stored)).toEqual(stored)
  const changed = { ...nap, to: nap.to + 15 }
  const added = drawn('13:00', '14:30', { key: 3 })
  const byNow = { sleeps: [changed, night, added], wakeUp: '07:30' }
  expect(drawnSince(stored, byNow)).toEqual({ sleeps: [added], wakeUp: null })
  expect(changedSince(stored, byNow)).toEqual({ sleeps: [changed, night], wakeUp: '07:30' })
  expect(changedSince(stored, EMPTY_DAY)).toEqual(stored)
  const unwoken = { ...stored, wakeUp: null }
  expect(drawnSince(unwoken, byNow)).toEqual({ sleeps: [added], wakeUp: '07:30' })
  expect(changedSince(unwoken, byNow)).toEqual({ sleeps: [changed, night], wakeUp: null })
})

it('a stored day that is taken back is drawn again, beside what was drawn since', () => {
  const [nap, night] = [drawn('10:00', '11:00', { key: 1 }), drawn('20:30', '07:00', { key: 2 })]
  const stored = { sleeps: [nap, night], wakeUp: '07:40' }
  expect(drawnAgain(stored, { sleeps: [], wakeUp: null })).toEqual(stored)
  const since = { sleeps: [drawn('13:00', '14:30', { key: 1 })], wakeUp: '07:30' }
  expect(drawnAgain(stored, since)).toEqual({
    sleeps: [...since.sleeps, { ...nap, key: 2 }, { ...night, key: 3 }],
    wakeUp: '07:30',
  })
})

it('what begins together is in order by its end, then by its age', () => {
  const [short, long, younger] = [
    drawn('10:00', '11:00', { key: 1 }),
    drawn('10:00', '12:00', { key: 2 }),
    drawn('10:00', '12:00', { key: 3 }),
  ]
  expect(inOrder([younger, long, short])).toEqual([short, long, younger])
})
