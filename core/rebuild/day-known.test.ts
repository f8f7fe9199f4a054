import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../records/sleep-record.ts'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt, type LocalTime } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { dayKnown } from './day-known.ts'
import { placeOf, STEP_MIN } from './rebuild-day.ts'

const DAY = '2025-08-10'
const NEXT = '2025-08-11'
const LATER = instantAt(NEXT, '16:20', MADRID)

function known(records: readonly SleepRecord[], wakeUp: LocalTime | null = null, now = LATER) {
  return dayKnown({ date: DAY, now, zone: MADRID, records, naps: [], wakeUp })
}

describe('what the log knows of a day', () => {
  it('of an empty one is nothing but a usual morning', () => {
    expect(known([])).toEqual({
      logged: [],
      wakeUpLogged: null,
      afterNight: null,
      wakeUpAt: null,
      wakeUps: [],
      nowAt: null,
      habits: { naps: [], morning: '07:00' },
    })
  })

  it('is where its sleeps lie on the tape; one that nobody ended is a step long', () => {
    const [nap, open] = [siesta(DAY, '10:00', '11:30'), siesta(DAY, '15:00')]
    expect(known([open, nap]).logged).toEqual([
      { key: nap.id, type: 'siesta', from: 120, to: 210 },
      { key: open.id, type: 'siesta', from: 420, to: 420 + STEP_MIN },
    ])
  })

  it('is the wake-up, or the end of the night before while there is none', () => {
    const night = noche('2025-08-09', '20:30', '07:40')
    expect(known([night])).toMatchObject({ wakeUpLogged: null, afterNight: '07:40' })
    expect(known([despertar(DAY, '07:45'), night])).toMatchObject({ wakeUpLogged: '07:45', afterNight: null })
    // One of the small hours is no morning, and one without a time tells none.
    expect(known([despertar(DAY, '03:10')]).wakeUpLogged).toBeNull()
    expect(known([recordOf('despertar', DAY)])).toMatchObject({ wakeUpLogged: null, wakeUps: [] })
  })

  it('goes by the morning, where the small hours have a wake-up of their own', () => {
    const log = [despertar(DAY, '07:05'), despertar(DAY, '03:10')]
    expect(known(log)).toMatchObject({ wakeUpLogged: '07:05', wakeUps: [0], habits: { morning: '07:05' } })
    // At 03:10 this day's tape hasn't begun: it is on that of the day before.
    expect(known([despertar(DAY, '03:10')]).wakeUps).toEqual([])
    expect(known([despertar(NEXT, '03:10')])).toMatchObject({
      wakeUps: [placeOf('03:10')],
      habits: { morning: '07:00' },
    })
  })

  it('marks each wake-up once: the day’s own, the drawn one, and the next one where it lies on this tape', () => {
    const log = [despertar(NEXT, '07:40'), despertar(NEXT, '09:00'), despertar(DAY, '09:15')]
    expect(known(log, '09:15')).toMatchObject({
      wakeUpAt: placeOf('09:15'),
      wakeUps: [placeOf('09:15'), placeOf('07:40')],
    })
  })

  it('begins the tape with a morning that lies before it', () => {
    expect(known([], '06:50')).toMatchObject({ wakeUpAt: 0, wakeUps: [0] })
  })

  it.each([
    ['the next morning', [despertar(NEXT, '07:20'), despertar(DAY, '06:50')], '07:10', '07:20'],
    ['the one that is drawn', [despertar(DAY, '06:50')], '07:10', '07:10'],
    ['the one that is logged', [despertar(DAY, '06:50')], null, '06:50'],
    ['none that is after noon', [despertar(NEXT, '13:00')], null, '07:00'],
  ])('takes for when the baby gets up %s', (_, records, wakeUp, morning) => {
    expect(known(records, wakeUp).habits.morning).toBe(morning)
  })

  it('has now on it while it is the day that runs, until 08:00', () => {
    expect(known([], null, instantAt(DAY, '16:20', MADRID)).nowAt).toBe(placeOf('16:20'))
    expect(known([], null, instantAt(NEXT, '07:59', MADRID)).nowAt).toBe(placeOf('07:59'))
    expect(known([], null, instantAt(NEXT, '08:00', MADRID)).nowAt).toBeNull()
  })
})
