import { describe, expect, it } from 'vitest'
import { suggestNextSleep } from '../../../core/next-nap.ts'
import { DEFAULT_PLAN } from '../../../core/plan.ts'
import type { SleepRecord } from '../../../core/sleep-record.ts'
import { instantAt } from '../../../core/time.ts'
import { dayTape, tapeRowOf } from './day-tape.ts'

const TODAY = '2025-08-11'
const AFTERNOON = instantAt(TODAY, '16:20')
const MORNING = [wakeUp('08:20'), sleep('siesta', '10:00', '11:10'), sleep('siesta', '13:35', '15:05')]

describe('the row a day is drawn on', () => {
  it.each([
    { date: TODAY, now: '16:20', row: TODAY },
    { date: TODAY, now: '08:00', row: TODAY },
    { date: TODAY, now: '07:59', row: '2025-08-10', why: 'the tape that contains now' },
    { date: '2025-08-10', now: '07:59', row: '2025-08-10' },
    { date: '2025-08-09', now: '16:20', row: '2025-08-09' },
  ])('$date at $now is $row', ({ date, now, row }) => {
    expect(tapeRowOf(date, instantAt(TODAY, now))).toBe(row)
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
    const log = [sleep('siesta', '10:00', null), sleep('siesta', '15:30', null)]
    expect(today(log).label).toBe(
      'Hoy: siesta desde 10:00, sin hora de fin; durmiendo desde 15:30. Ahora, 16:20.',
    )
  })

  it('says that another day is empty, and nothing about now', () => {
    expect(dayTape([], '2025-08-02', null, AFTERNOON).label).toBe('Sábado 2: sin registros.')
  })

  it('names the day whose tape contains now before 8:00', () => {
    const log = [sleep('noche', '20:35', null, '2025-08-10')]
    expect(dayTape(log, TODAY, null, instantAt(TODAY, '03:12')).label).toBe(
      'Domingo 10: durmiendo desde 20:35. Ahora, 03:12.',
    )
  })

  it('gives bedtime as a moment', () => {
    const log = [...MORNING, sleep('siesta', '15:20', '16:00')]
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
    expect(dayTape(MORNING, '2025-08-10', null, AFTERNOON).now).toBeNull()
    expect(dayTape(MORNING, '2025-08-10', null, instantAt(TODAY, '03:12')).now?.time).toBe('03:12')
  })

  it('leaves a wake-up before 8:00 to the tape of the night it ends', () => {
    const log = [wakeUp('07:30')]
    expect(today(log).wakeUps).toEqual([])
    expect(dayTape(log, '2025-08-10', null, AFTERNOON).wakeUps).toEqual([expect.closeTo(1410 / 1440)])
  })

  it('keeps bedtime as a moment, and no window that lies on the next tape', () => {
    const bedtime = today([...MORNING, sleep('siesta', '15:20', '16:00')]).slot
    expect(bedtime?.start).toBe(bedtime?.end)
    const early = [wakeUp('06:45')]
    const now = instantAt(TODAY, '06:50')
    const next = suggestNextSleep(early, DEFAULT_PLAN, now)
    expect(next.kind).toBe('nap')
    expect(dayTape(early, TODAY, next, now).slot).toBeNull()
  })
})

function today(records: SleepRecord[]) {
  return dayTape(records, TODAY, suggestNextSleep(records, DEFAULT_PLAN, AFTERNOON), AFTERNOON)
}

function wakeUp(time: string): SleepRecord {
  return { ...sleep('siesta', '00:00', null), id: time, type: 'despertar', start_time: null, time }
}

function sleep(type: 'siesta' | 'noche', start: string, end: string | null, date = TODAY): SleepRecord {
  return {
    id: `${type} ${date} ${start}`,
    user_id: 'user',
    date,
    type,
    start_time: start,
    end_time: end,
    time: null,
    duration: null,
    wake_ups: 0,
    quality: null,
    disturbances: [],
    feedings: 0,
    diaper_changes: 0,
  }
}
