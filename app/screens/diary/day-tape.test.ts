import { describe, expect, it } from 'vitest'
import { suggestNextSleep } from '../../../core/plan/next-nap.ts'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { despertar, noche, siesta } from '../../../core/testing/records.ts'
import { instantAt } from '../../../core/time/time.ts'
import { MADRID, timeZone } from '../../../core/time/zone.ts'
import { dayTape, tapeRowOf } from './day-tape.ts'

const TODAY = '2025-08-11'
const AFTERNOON = instantAt(TODAY, '16:20', MADRID)
const MORNING = [despertar(TODAY, '08:20'), siesta(TODAY, '10:00', '11:10'), siesta(TODAY, '13:35', '15:05')]

describe('the row a day is drawn on', () => {
  it.each([
    { date: TODAY, now: '16:20', row: TODAY },
    { date: TODAY, now: '08:00', row: TODAY },
    { date: TODAY, now: '07:59', row: '2025-08-10', why: 'the tape that contains now' },
    { date: '2025-08-10', now: '07:59', row: '2025-08-10' },
    { date: '2025-08-09', now: '16:20', row: '2025-08-09' },
  ])('$date at $now is $row', ({ date, now, row }) => {
    expect(tapeRowOf(date, instantAt(TODAY, now, MADRID), MADRID)).toBe(row)
  })
})

describe('the tape as a sentence', () => {
  it('lists sleeps, wake-up, now and the suggestion', () => {
    expect(today(MORNING).label).toBe(
      'Hoy: siestas de 10:00 a 11:10 y de 13:35 a 15:05; despertar a las 08:20. ' +
        'Ahora, 16:20. Próxima siesta, 17:35 a 18:05.',
    )
  })

  it('names the sleep in progress, and says of an older open one that its end is missing', () => {
    const log = [siesta(TODAY, '10:00'), siesta(TODAY, '15:30')]
    expect(today(log).label).toBe(
      'Hoy: siesta desde 10:00, sin hora de fin; durmiendo desde 15:30. Ahora, 16:20.',
    )
  })

  it('says that another day is empty, and nothing about now', () => {
    expect(dayTape([], '2025-08-02', null, AFTERNOON, MADRID).label).toBe('Sábado 2: sin registros.')
  })

  it('names the day whose tape contains now before 8:00', () => {
    const log = [noche('2025-08-10', '20:35')]
    expect(dayTape(log, TODAY, null, instantAt(TODAY, '03:12', MADRID), MADRID).label).toBe(
      'Domingo 10: durmiendo desde 20:35. Ahora, 03:12.',
    )
  })

  it('gives bedtime as a moment', () => {
    const log = [...MORNING, siesta(TODAY, '15:20', '16:00')]
    expect(today(log).label).toContain('Ventana de sueño antes de dormir, 18:45.')
  })
})

describe('what is drawn', () => {
  it('puts wake-up, needle and window on the axis of 24 hours from 8:00', () => {
    const tape = today(MORNING)
    expect(tape.wakeUps).toEqual([expect.closeTo(20 / 1440)])
    expect(tape.now).toEqual({ at: expect.closeTo(500 / 1440), time: '16:20' })
    expect(tape.slot).toEqual({ start: expect.closeTo(575 / 1440), end: expect.closeTo(605 / 1440) })
  })

  it('has a needle only on the tape that contains now', () => {
    expect(dayTape(MORNING, '2025-08-10', null, AFTERNOON, MADRID).now).toBeNull()
    expect(dayTape(MORNING, '2025-08-10', null, instantAt(TODAY, '03:12', MADRID), MADRID).now?.time).toBe(
      '03:12',
    )
  })

  it('leaves a wake-up before 8:00 to the tape of the night it ends', () => {
    const log = [despertar(TODAY, '07:30')]
    expect(today(log).wakeUps).toEqual([])
    expect(dayTape(log, '2025-08-10', null, AFTERNOON, MADRID).wakeUps).toEqual([expect.closeTo(1410 / 1440)])
  })

  it('keeps bedtime as a moment, and no window that lies on the next tape', () => {
    const bedtime = today([...MORNING, siesta(TODAY, '15:20', '16:00')]).slot
    expect(bedtime?.start).toBe(bedtime?.end)
    const early = [despertar(TODAY, '06:45')]
    const now = instantAt(TODAY, '06:50', MADRID)
    const next = suggestNextSleep(early, DEFAULT_PLAN, now, MADRID)
    expect(next.kind).toBe('nap')
    expect(dayTape(early, TODAY, next, now, MADRID).slot).toBeNull()
  })
})

it.each(['Atlantic/Canary', 'Asia/Tokyo'])('is the same by the walls of %s', (name) => {
  const there = timeZone(name) ?? MADRID
  expect(there.name).toBe(name)
  expect(today(MORNING, there)).toEqual(today(MORNING))
})

function today(records: SleepRecord[], zone = MADRID) {
  const now = instantAt(TODAY, '16:20', zone)
  return dayTape(records, TODAY, suggestNextSleep(records, DEFAULT_PLAN, now, zone), now, zone)
}
