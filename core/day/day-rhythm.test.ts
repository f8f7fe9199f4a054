import { describe, expect, it } from 'vitest'
import { despertar, noche, siesta } from '../testing/records.ts'
import { MADRID } from '../time/zone.ts'
import { dayRhythm } from './day-rhythm.ts'

const DAY = '2025-08-11'
const EVE = '2025-08-10'

describe('dayRhythm', () => {
  it('counts each wake window from what woke the baby up to the next sleep', () => {
    const records = [
      noche(DAY, '20:00', '07:10'),
      siesta(DAY, '13:15', '14:45'),
      siesta(DAY, '09:30', '10:15'),
      despertar(DAY, '07:30'),
    ]
    expect(dayRhythm(records, DAY, MADRID)).toEqual({
      wakeUp: '07:30',
      naps: [
        { start: '09:30', windowMin: 120, durationMin: 45 },
        { start: '13:15', windowMin: 180, durationMin: 90 },
      ],
      bedtime: '20:00',
      bedtimeWindowMin: 315,
    })
  })

  it('knows nothing of a day without records', () => {
    expect(dayRhythm([], DAY, MADRID)).toEqual({
      wakeUp: null,
      naps: [],
      bedtime: null,
      bedtimeWindowMin: null,
    })
  })

  it('takes a wake-up of the small hours for the day’s only where there is no other', () => {
    const small = despertar(DAY, '03:10')
    expect(dayRhythm([small, despertar(DAY, '07:05')], DAY, MADRID).wakeUp).toBe('07:05')
    expect(dayRhythm([small], DAY, MADRID).wakeUp).toBe('03:10')
  })

  it('takes the end of last night for the wake-up that nobody told', () => {
    const records = [noche(EVE, '20:00', '07:00'), siesta(DAY, '09:00', '10:00')]
    expect(dayRhythm(records, DAY, MADRID)).toMatchObject({
      wakeUp: null,
      naps: [{ windowMin: 120, durationMin: 60 }],
    })
  })

  it('counts from the later of the wake-up and the end of last night', () => {
    const records = [noche(EVE, '20:00', '07:30'), despertar(DAY, '07:00'), siesta(DAY, '09:00', '10:00')]
    expect(dayRhythm(records, DAY, MADRID).naps[0]?.windowMin).toBe(90)
  })

  it('does not count from a night that ended the day before', () => {
    const records = [
      noche(EVE, '20:00', '23:00'),
      siesta(EVE, '23:30', '00:30'),
      despertar(EVE, '07:00'),
      siesta(DAY, '09:00', '10:00'),
    ]
    expect(dayRhythm(records, DAY, MADRID).naps[0]?.windowMin).toBeNull()
  })

  it('leaves a window open when it is not known since when the baby was awake', () => {
    expect(dayRhythm([siesta(DAY, '09:00', '10:00')], DAY, MADRID).naps).toEqual([
      { start: '09:00', windowMin: null, durationMin: 60 },
    ])
  })

  it('leaves it open too when another sleep lies over the start', () => {
    const records = [siesta(DAY, '19:00', '20:30'), noche(DAY, '20:00', '07:00')]
    expect(dayRhythm(records, DAY, MADRID)).toMatchObject({ bedtime: '20:00', bedtimeWindowMin: null })
  })

  it('takes naps that share time for one, which two phones have logged', () => {
    const records = [despertar(DAY, '07:00'), siesta(DAY, '09:00', '11:00'), siesta(DAY, '10:00', '11:30')]
    const nap = { start: '09:00', windowMin: 120, durationMin: 150 }
    expect(dayRhythm(records, DAY, MADRID).naps).toEqual([nap])
    expect(dayRhythm([...records, siesta(DAY, '09:30', '10:00')], DAY, MADRID).naps).toEqual([nap])
  })

  it('leaves out a nap that ended before the first wake-up: it was still night', () => {
    const records = [
      siesta(DAY, '05:00', '06:00'),
      despertar(DAY, '07:00'),
      despertar(DAY, '12:00'),
      siesta(DAY, '09:00', '10:00'),
    ]
    expect(dayRhythm(records, DAY, MADRID)).toMatchObject({
      wakeUp: '07:00',
      naps: [{ windowMin: 120, durationMin: 60 }],
    })
  })

  it('knows when a nap without an end began, but not how long it was', () => {
    const records = [despertar(DAY, '07:00'), siesta(DAY, '09:00'), noche(DAY, '20:00')]
    expect(dayRhythm(records, DAY, MADRID)).toEqual({
      wakeUp: '07:00',
      naps: [{ start: '09:00', windowMin: 120, durationMin: null }],
      bedtime: '20:00',
      bedtimeWindowMin: null,
    })
  })

  it('knows no more of a nap whose end is mistyped, and all of the next one', () => {
    const records = [despertar(DAY, '07:00'), siesta(DAY, '09:00', '08:30'), siesta(DAY, '13:00', '14:00')]
    expect(dayRhythm([...records, noche(DAY, '20:00')], DAY, MADRID)).toMatchObject({
      naps: [
        { start: '09:00', windowMin: 120, durationMin: null },
        { start: '13:00', windowMin: null, durationMin: 60 },
      ],
      bedtimeWindowMin: null,
    })
  })

  it('takes the first night of the evening for bedtime, not one that went on in the morning', () => {
    const records = [
      noche(DAY, '04:00', '07:00'),
      siesta(DAY, '15:00', '17:00'),
      noche(DAY, '22:00', '07:00'),
      noche(DAY, '20:00', '21:30'),
    ]
    expect(dayRhythm(records, DAY, MADRID)).toEqual({
      wakeUp: null,
      naps: [{ start: '15:00', windowMin: 480, durationMin: 120 }],
      bedtime: '20:00',
      bedtimeWindowMin: 180,
    })
  })

  it('passes over a record without a start', () => {
    expect(dayRhythm([siesta(DAY, null), noche(DAY, null)], DAY, MADRID)).toEqual({
      wakeUp: null,
      naps: [],
      bedtime: null,
      bedtimeWindowMin: null,
    })
  })

  it('measures real minutes on the night the clocks change', () => {
    const records = [noche('2026-03-28', '20:00', '01:30'), siesta('2026-03-29', '03:30', '04:00')]
    expect(dayRhythm(records, '2026-03-29', MADRID).naps[0]?.windowMin).toBe(60)
  })

  it('takes a night begun after midnight for the evening’s, when the evening has none', () => {
    const NEXT = '2025-08-12'
    const late = [siesta(DAY, '19:00', '20:20'), noche(NEXT, '02:00', '04:00'), noche(NEXT, '00:20', '01:30')]
    expect(dayRhythm(late, DAY, MADRID)).toMatchObject({ bedtime: '00:20', bedtimeWindowMin: 240 })
    expect(dayRhythm([...late, noche(DAY, '21:00', '23:50')], DAY, MADRID).bedtime).toBe('21:00')
    expect(dayRhythm([noche(NEXT, '04:59', '08:00')], DAY, MADRID).bedtime).toBe('04:59')
    // A night that begins at 05:00 or later is the next day's.
    expect(dayRhythm([noche(NEXT, '05:00', '08:00')], DAY, MADRID).bedtime).toBeNull()
    expect(
      dayRhythm([noche(NEXT, null, '08:00'), siesta(NEXT, '00:20', '01:00')], DAY, MADRID).bedtime,
    ).toBeNull()
  })
})
