import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { siesta } from '../../core/testing/records.ts'
import { instantAt } from '../../core/time/time.ts'
import { MADRID, timeZone } from '../../core/time/zone.ts'
import {
  beginForm,
  canConfirmEnd,
  endEarlier,
  endQuestion,
  isOverBy,
  isStartAhead,
  minutesOf,
  problemOf,
  recordOf,
  runningBeside,
  type SleepForm,
  startEarlier,
  tapeOf,
  withDisturbance,
  withEnd,
  withEnteredStart,
  withPickedDate,
  withRunningStart,
  withStart,
  withStartNow,
  wouldBeginAlike,
} from './sleep-form-state.ts'

const TODAY = '2025-08-11'
const CANARY = timeZone('Atlantic/Canary') ?? MADRID
const NOW = instantAt(TODAY, '16:20', MADRID)

const nap: SleepRecord = {
  ...siesta(TODAY, '13:35', '15:05'),
  id: 'nap',
  duration: 90,
  wake_ups: 1,
  quality: 'buena',
  disturbances: ['teething'],
  feedings: 1,
  diaper_changes: 2,
}
const running: SleepRecord = { ...nap, end_time: null, duration: null }
const empty = beginForm({ kind: 'new', date: '2025-08-10' }, NOW, MADRID)
const editing = beginForm({ kind: 'edit', record: nap }, NOW, MADRID)
const form = (times: Partial<SleepForm>): SleepForm => ({ ...empty, date: TODAY, ...times })

describe('beginForm', () => {
  it('a new record for today has the present time, not confirmed, so that ✓ alone records it', () => {
    expect(beginForm({ kind: 'new', date: TODAY }, NOW, MADRID)).toEqual({
      id: null,
      running: false,
      date: TODAY,
      isDatePicked: false,
      type: 'siesta',
      start: '16:20',
      startConfirmed: false,
      end: '',
      endConfirmed: false,
      wakeUps: 0,
      quality: null,
      disturbances: [],
      feedings: 0,
      diaperChanges: 0,
    })
  })

  it('is the same again within the minute and by the same clock alone', () => {
    const begun = beginForm({ kind: 'new', date: TODAY }, NOW, MADRID)
    expect(wouldBeginAlike(begun, NOW, NOW + 59_999, MADRID)).toBe(true)
    expect(wouldBeginAlike(begun, NOW, NOW + 60_000, MADRID)).toBe(false)
    expect(wouldBeginAlike(begun, NOW, NOW, CANARY)).toBe(false)
    expect(wouldBeginAlike(empty, NOW, NOW + 59_999, MADRID)).toBe(true)
    expect(wouldBeginAlike(empty, NOW, NOW + 60_000, MADRID)).toBe(false)
  })

  it('a new record for another day has no times', () => {
    expect(empty).toMatchObject({ date: '2025-08-10', isDatePicked: true, start: '', end: '' })
  })

  it('editing fills the form; the times that are there count as confirmed', () => {
    expect(editing).toEqual({
      id: 'nap',
      running: false,
      date: TODAY,
      isDatePicked: false,
      type: 'siesta',
      start: '13:35',
      startConfirmed: true,
      end: '15:05',
      endConfirmed: true,
      wakeUps: 1,
      quality: 'buena',
      disturbances: ['teething'],
      feedings: 1,
      diaperChanges: 2,
    })
    expect(beginForm({ kind: 'edit', record: running }, NOW, MADRID)).toMatchObject({
      running: true,
      startConfirmed: true,
      end: '',
      endConfirmed: false,
    })
  })

  it('reads the older alias of the start, and the night', () => {
    const old = { ...nap, type: 'noche' as const, start_time: null, time: '20:30' }
    expect(beginForm({ kind: 'edit', record: old }, NOW, MADRID)).toMatchObject({
      type: 'noche',
      start: '20:30',
    })
    expect(beginForm({ kind: 'edit', record: { ...nap, start_time: null } }, NOW, MADRID)).toMatchObject({
      start: '',
      startConfirmed: false,
    })
  })
})

describe('confirmation', () => {
  it('changing a confirmed time clears its own confirmation only', () => {
    expect(withStart(editing, '13:00')).toMatchObject({
      start: '13:00',
      startConfirmed: false,
      endConfirmed: true,
    })
    expect(withEnd(editing, '15:30')).toMatchObject({
      end: '15:30',
      endConfirmed: false,
      startConfirmed: true,
    })
  })

  it('the end can be confirmed once it is entered and the start is confirmed', () => {
    expect(canConfirmEnd(form({ end: '15:05' }))).toBe(false)
    expect(canConfirmEnd(form({ start: '13:35', startConfirmed: true }))).toBe(false)
    expect(canConfirmEnd(form({ start: '13:35', startConfirmed: true, end: '15:05' }))).toBe(true)
  })

  it('a stored start gives the form its record', () => {
    expect(withRunningStart(form({ start: '13:35' }), 'new-id')).toMatchObject({
      id: 'new-id',
      running: true,
      startConfirmed: true,
    })
  })
})

describe('earlier', () => {
  it('moves the start back and asks for its ✓ again; across midnight the day goes with it', () => {
    expect(startEarlier(editing, 15, MADRID)).toMatchObject({
      date: TODAY,
      start: '13:20',
      startConfirmed: false,
    })
    expect(startEarlier(form({ start: '00:05' }), 10, MADRID)).toMatchObject({
      date: '2025-08-10',
      start: '23:55',
    })
  })

  it('moves the end back, but never to the start, where it would mean the next day', () => {
    expect(endEarlier(editing, 10, MADRID)).toMatchObject({ end: '14:55', endConfirmed: false })
    expect(endEarlier(form({ start: '15:00', end: '15:10' }), 10, MADRID)).toBeNull()
    expect(endEarlier(form({ start: '22:00', end: '00:05' }), 10, MADRID)).toMatchObject({ end: '23:55' })
    expect(endEarlier(form({ end: '15:10' }), 10, MADRID)).toMatchObject({ end: '15:00' })
  })
})

describe('a start that is entered', () => {
  const openedAt = instantAt('2025-08-10', '23:55', MADRID)
  const opened = beginForm({ kind: 'new', date: '2025-08-10' }, openedAt, MADRID)
  const at = (time: string) => ({ openedAt, inProgress: null, now: instantAt(TODAY, time, MADRID) })

  it.each([
    ['00:10', TODAY],
    ['00:30', TODAY],
    ['00:31', '2025-08-10'],
    ['23:50', '2025-08-10'],
  ])('past midnight %s is of %s, the last day on which the clock showed it', (start, date) => {
    expect(withEnteredStart(opened, start, at('00:30'), MADRID)).toMatchObject({ start, date })
    const moved = withEnteredStart(opened, '00:05', at('00:30'), MADRID)
    expect(withEnteredStart(moved, start, at('00:30'), MADRID)).toMatchObject({ start, date })
  })

  it('keeps its day before midnight, where a day was chosen, and in a record that ended', () => {
    const before = { openedAt, inProgress: null, now: openedAt + 60_000 }
    expect(withEnteredStart(opened, '23:50', before, MADRID).date).toBe('2025-08-10')
    for (const date of ['2025-08-09', '2025-08-10', '2025-08-12']) {
      expect(withEnteredStart(withPickedDate(opened, date), '00:10', at('00:30'), MADRID).date).toBe(date)
    }
    expect(withEnteredStart(empty, '00:10', at('00:30'), MADRID).date).toBe('2025-08-10')
    expect(withStartNow({ ...editing, date: '2025-08-10' }, at('00:30'), MADRID).date).toBe('2025-08-10')
    expect(withEnteredStart(opened, '', at('00:30'), MADRID)).toMatchObject({ start: '', date: '2025-08-10' })
  })

  it('just after midnight leaves yesterday, to which the chips took it; what is still to come stays so', () => {
    const past = { ...at('00:06'), openedAt: instantAt(TODAY, '00:05', MADRID) }
    const fresh = beginForm({ kind: 'new', date: TODAY }, past.openedAt, MADRID)
    const earlier = startEarlier(fresh, 10, MADRID)
    expect(earlier).toMatchObject({ start: '23:55', date: '2025-08-10' })
    expect(withEnteredStart(earlier, '00:06', past, MADRID).date).toBe(TODAY)
    expect(withStartNow(earlier, past, MADRID)).toMatchObject({ start: '00:06', date: TODAY })
    expect(withEnteredStart(earlier, '23:50', past, MADRID).date).toBe('2025-08-10')
    expect(withEnteredStart(fresh, '00:40', past, MADRID).date).toBe(TODAY)
  })

  it('of a sleep in progress is of the last day on which the clock showed it, on whatever way it was typed', () => {
    const night = { ...running, date: '2025-08-10', start_time: '23:50' }
    const held = beginForm({ kind: 'edit', record: night }, NOW, MADRID)
    const during = {
      openedAt: instantAt(TODAY, '00:25', MADRID),
      inProgress: night,
      now: openedAt + 1_800_000,
    }
    const moved = withEnteredStart(held, '00:10', during, MADRID)
    expect(moved).toMatchObject({ start: '00:10', date: TODAY, startConfirmed: false })
    expect(withEnteredStart(moved, '23:40', during, MADRID).date).toBe('2025-08-10')
    expect(withEnteredStart(withPickedDate(held, '2025-08-10'), '00:10', during, MADRID).date).toBe(
      '2025-08-10',
    )
    const ofToday = { ...during, inProgress: { ...night, date: TODAY } }
    expect(withEnteredStart({ ...held, date: TODAY }, '00:40', ofToday, MADRID).date).toBe(TODAY)
    // One that nobody ended isn't in progress.
    expect(withEnteredStart(held, '00:10', { ...during, inProgress: null }, MADRID).date).toBe('2025-08-10')
  })

  it('that is now is of today, also of a sleep that runs since yesterday', () => {
    expect(withStartNow(opened, at('00:30'), MADRID)).toMatchObject({ start: '00:30', date: TODAY })
    const night = withRunningStart({ ...opened, start: '23:40' }, 'night')
    expect(withStartNow(night, at('00:15'), MADRID)).toMatchObject({
      start: '00:15',
      date: TODAY,
      startConfirmed: false,
    })
  })

  it('is ahead when it is stored by its ✓ and still to come', () => {
    expect(isStartAhead(form({ start: '16:21' }), NOW, MADRID)).toBe(true)
    expect(isStartAhead(form({ start: '16:20' }), NOW, MADRID)).toBe(false)
    expect(isStartAhead(form({ start: '' }), NOW, MADRID)).toBe(false)
    expect(isStartAhead(form({ start: '16:21', startConfirmed: true }), NOW, MADRID)).toBe(false)
    expect(isStartAhead(form({ start: '16:21', id: 'nap', running: true }), NOW, MADRID)).toBe(true)
    expect(isStartAhead(form({ start: '16:21', id: 'nap' }), NOW, MADRID)).toBe(false)
  })
})

it('begins beside a sleep that runs already, before its ✓ stores it', () => {
  const other = { ...running, id: 'other' }
  const beside = (times: Partial<SleepForm>, log = [other]) =>
    runningBeside(form(times), log, log, NOW, MADRID)
  expect(beside({ start: '16:20' })).toBe(other)
  expect(beside({ start: '13:35' })).toBe(other)
  expect(beside({ start: '13:34' })).toBeNull()
  expect(beside({ start: '' })).toBeNull()
  expect(beside({ start: '15:00', end: '15:30' })).toBeNull()
  expect(beside({ start: '16:20', startConfirmed: true })).toBeNull()
  expect(beside({ start: '16:20', id: 'other', running: true })).toBeNull()
  expect(beside({ start: '16:20', id: 'nap' })).toBeNull()
  expect(beside({ start: '16:20' }, [{ ...other, date: '2025-08-10' }])).toBeNull()
  expect(beside({ start: '16:20' }, [])).toBeNull()
})

describe('minutesOf', () => {
  it('is the duration, over midnight too', () => {
    expect(minutesOf(editing, NOW, MADRID)).toBe(90)
    expect(minutesOf(form({ start: '20:50', end: '08:20' }), NOW, MADRID)).toBe(690)
  })

  it('is the time so far while there is no end', () => {
    expect(minutesOf(form({ start: '15:00' }), NOW, MADRID)).toBe(80)
  })

  it('is unknown without a start, before it, and once nobody can believe it', () => {
    expect(minutesOf(empty, NOW, MADRID)).toBeNull()
    expect(minutesOf(form({ start: '17:00' }), NOW, MADRID)).toBeNull()
    expect(minutesOf(form({ date: '2025-08-10', start: '00:19' }), NOW, MADRID)).toBeNull()
  })
})

it('a sleep is over by a time from its end on, which may be of the next day', () => {
  expect(isOverBy(NOW, form({ start: '15:00', end: '16:20' }), MADRID)).toBe(true)
  expect(isOverBy(NOW, form({ start: '15:00', end: '16:21' }), MADRID)).toBe(false)
  expect(isOverBy(NOW, form({ start: '15:00', end: '07:00' }), MADRID)).toBe(false)
  expect(isOverBy(NOW, form({ start: '15:00' }), MADRID)).toBe(false)
})

describe('problemOf', () => {
  it.each([
    ['nothing entered', {}, 'times-missing'],
    ['a start without its ✓', { start: '13:35' }, 'confirm-required'],
    ['a confirmed start alone', { start: '13:35', startConfirmed: true }, 'times-missing'],
    ['an end alone, whose ✓ waits for a start', { end: '15:05' }, 'times-missing'],
    ['an end without its ✓', { start: '13:35', startConfirmed: true, end: '15:05' }, 'confirm-required'],
    ['both confirmed', { start: '13:35', startConfirmed: true, end: '15:05', endConfirmed: true }, null],
    ['the same time', { start: '13:35', startConfirmed: true, end: '13:35', endConfirmed: true }, null],
  ] as const)('%s', (_, times, problem) => {
    expect(problemOf(form(times), MADRID)).toBe(problem)
  })

  it('refuses a sleep that the spring night swallows whole', () => {
    const swallowed = {
      date: '2026-03-29',
      start: '02:00',
      startConfirmed: true,
      end: '03:00',
      endConfirmed: true,
    }
    expect(problemOf(form(swallowed), MADRID)).toBe('no-duration')
  })
})

describe('recordOf', () => {
  it('is what was opened when nothing changed', () => {
    const { id: _id, user_id: _userId, ...stored } = nap
    expect(recordOf(editing, MADRID)).toEqual(stored)
  })

  it('leaves open what has no end', () => {
    expect(recordOf(form({ start: '13:35' }), MADRID)).toMatchObject({
      start_time: '13:35',
      end_time: null,
      duration: null,
    })
    expect(recordOf(empty, MADRID)).toMatchObject({ start_time: null, duration: null })
  })
})

it('disturbances are chosen and taken back', () => {
  const both = withDisturbance(editing, 'fever', true)
  expect(both.disturbances).toEqual(['teething', 'fever'])
  expect(withDisturbance(both, 'fever', true).disturbances).toEqual(['teething', 'fever'])
  expect(withDisturbance(both, 'teething', false).disturbances).toEqual(['fever'])
})

describe('tapeOf', () => {
  it('is the tape of the present while a record for today has no start', () => {
    expect(tapeOf(form({}), instantAt(TODAY, '20:00', MADRID), MADRID)).toEqual({ bars: [], nowAt: 0.5 })
  })

  it('shows the sleep where it lies: before 8:00 on the tape of the day before', () => {
    const early = tapeOf(form({ start: '02:00', end: '05:00' }), NOW, MADRID)
    expect(early.bars).toMatchObject([{ start: 0.75, end: 0.875 }])
    expect(early.nowAt).toBeNull()
  })

  it('shows the sleep so far up to now', () => {
    const { bars, nowAt } = tapeOf(form({ start: '15:20' }), NOW, MADRID)
    expect(bars[0]?.end).toBe(nowAt)
  })

  it('has no needle on another day', () => {
    expect(tapeOf(empty, NOW, MADRID)).toEqual({ bars: [], nowAt: null })
  })
})

describe('endQuestion', () => {
  const open = beginForm({ kind: 'edit', record: { ...running, type: 'noche' } }, NOW, MADRID)
  const wakeUp = (date: string, time: string): SleepRecord => ({
    ...nap,
    id: time,
    type: 'despertar',
    date,
    start_time: null,
    end_time: null,
    time,
  })

  it('is not asked of a sleep that may still run', () => {
    expect(endQuestion(open, [running], NOW, MADRID)).toBeNull()
    expect(endQuestion(open, [wakeUp(TODAY, '08:00')], NOW, MADRID)).toBeNull()
  })

  it('is asked after 16 h', () => {
    expect(endQuestion(open, [], instantAt('2025-08-12', '05:35', MADRID), MADRID)).toBeNull()
    expect(endQuestion(open, [], instantAt('2025-08-12', '05:36', MADRID), MADRID)).toEqual({
      wokeUpAt: null,
    })
  })

  it('offers the first wake-up after the start', () => {
    const records = [
      wakeUp('2025-08-12', '08:20'),
      wakeUp('2025-08-12', '07:45'),
      wakeUp('2025-08-13', '07:00'),
    ]
    expect(endQuestion(open, records, instantAt('2025-08-12', '09:00', MADRID), MADRID)).toEqual({
      wokeUpAt: '07:45',
    })
  })

  it('is not asked once an end is entered, nor of a record that was never running', () => {
    const late = instantAt('2025-08-13', '09:00', MADRID)
    expect(endQuestion(withEnd(open, '15:00'), [], late, MADRID)).toBeNull()
    expect(endQuestion({ ...open, running: false }, [], late, MADRID)).toBeNull()
    expect(endQuestion({ ...open, start: '' }, [], late, MADRID)).toBeNull()
  })
})
