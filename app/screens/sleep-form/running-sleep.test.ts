import { describe, expect, it } from 'vitest'
import { isOpen, type SleepRecord } from '../../../core/records/sleep-record.ts'
import { addTapTo } from '../../../core/records/taps.ts'
import { noche, siesta } from '../../../core/testing/records.ts'
import { instantAt } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { asOffered } from '../../forms/drafts.ts'
import {
  beginForm,
  type FormTarget,
  formOf,
  type SleepForm,
  withEnd,
  withRunningStart,
  withStart,
} from '../../forms/sleep-form-state.ts'
import {
  endElsewhere,
  isAllStored,
  sleepInProgress,
  takenUp,
  withNewsOf,
  withNotesTold,
  withRecord,
  withStoredStart,
  withTapped,
} from './running-sleep.ts'

const TODAY = '2025-08-11'
const NOW = instantAt(TODAY, '16:20', MADRID)
const nap = siesta(TODAY, '15:38')
const edit: FormTarget = { kind: 'edit', record: nap }
const form = beginForm(edit, NOW, MADRID)

describe('the sleep in progress of a form', () => {
  const progress = (
    held: SleepForm,
    target: FormTarget,
    records: SleepRecord[],
    now: number,
    openedAt = now,
  ) => sleepInProgress(held, { target, openedAt }, records, records.filter(isOpen), now, MADRID)

  it('is the open record that it holds', () => {
    expect(progress(form, edit, [nap], NOW)).toBe(nap)
    expect(progress({ ...form, running: false }, edit, [nap], NOW)).toBeNull()
  })

  it('is none that another phone has ended or deleted, and not an older one of two', () => {
    expect(progress(form, edit, [], NOW)).toBeNull()
    expect(progress(form, edit, [nap, siesta(TODAY, '15:50')], NOW)).toBeNull()
  })

  it('is none that nobody ended for over 16 hours', () => {
    const old = siesta('2025-08-10', '23:50')
    const target: FormTarget = { kind: 'edit', record: old }
    expect(progress(beginForm(target, NOW, MADRID), target, [old], NOW)).toBeNull()
  })

  it('is none that is entered for a past day: its end is still to be told', () => {
    const night = noche('2025-08-10', '23:50')
    const started = withRunningStart(beginForm({ kind: 'new', date: '2025-08-10' }, NOW, MADRID), night.id)
    const morning = instantAt(TODAY, '08:00', MADRID)
    expect(progress(started, { kind: 'new', date: '2025-08-10' }, [night], morning)).toBeNull()
    // −15 min just after midnight moves the date, and the sleep still runs.
    expect(progress(started, { kind: 'new', date: TODAY }, [night], morning)).toBe(night)
  })

  it('goes on past midnight where it was begun in the evening', () => {
    const target: FormTarget = { kind: 'new', date: '2025-08-10' }
    const openedAt = instantAt('2025-08-10', '22:30', MADRID)
    const night = noche('2025-08-10', '22:30')
    const started = withRunningStart(beginForm(target, openedAt, MADRID), night.id)
    const pastMidnight = instantAt(TODAY, '00:30', MADRID)
    expect(progress(started, target, [night], pastMidnight, openedAt)).toBe(night)
    // A draft of it that is taken up again is opened then.
    const draft = asOffered({ formKey: 1, target, form: started }, [night])
    expect(progress(draft.form, draft.target, [night], pastMidnight)).toBe(night)
  })

  it('is none after which the baby has slept', () => {
    expect(progress(form, edit, [siesta(TODAY, '16:00', '16:10'), nap], NOW)).toBeNull()
    expect(progress(form, edit, [siesta(TODAY, '15:00', '15:10'), nap], NOW)).toBe(nap)
  })
})

describe('the end of a form’s sleep', () => {
  const ended = { ...nap, end_time: '16:00' }
  const own = withEnd(form, '16:00')

  it('is another phone’s where this form has stored none, or another one', () => {
    expect(endElsewhere(form, nap, [])).toBeNull()
    expect(endElsewhere(form, ended, [])).toBe('16:00')
    expect(endElsewhere(form, ended, [withEnd(form, '15:55')])).toBe('16:00')
    expect(endElsewhere(form, ended, [own, withEnd(form, '16:05')])).toBeNull()
    expect(endElsewhere({ ...form, running: false }, ended, [])).toBeNull()
  })

  it('is another phone’s at the minute at which this form has ended a sleep before', () => {
    expect(endElsewhere({ ...form, id: 'later' }, { ...ended, id: 'later' }, [own])).toBe('16:00')
  })
})

describe('the form of a running sleep', () => {
  const begun = beginForm({ kind: 'new', date: TODAY }, NOW, MADRID)
  const started = withRunningStart(begun, nap.id)
  const log = { ...nap, start_time: '16:20' }
  const isStored = (held: SleepForm, stored: SleepRecord | null) =>
    isAllStored(held, { stored, begun }, MADRID)

  it('holds nothing more than the log, right after its ✓', () => {
    expect(isStored(started, log)).toBe(true)
    expect(isStored(form, nap)).toBe(true)
    expect(isStored(form, { ...nap, end_time: '16:00' })).toBe(true)
  })

  it('holds more while an end, another start or a note isn’t stored', () => {
    expect(isStored(withEnd(started, '16:30'), log)).toBe(false)
    expect(isStored(withStart(started, '16:10'), log)).toBe(false)
    expect(isStored({ ...started, quality: 'buena' }, log)).toBe(false)
  })

  it('holds what was noted of a sleep that is gone', () => {
    expect(isStored(started, null)).toBe(true)
    expect(isStored({ ...started, feedings: 1 }, null)).toBe(false)
  })
})

describe('a form that is taken up again', () => {
  const target: FormTarget = { kind: 'new', date: TODAY }
  const draft = { ...withRunningStart(beginForm(target, NOW, MADRID), nap.id), wakeUps: 1, end: '17:00' }
  const since = { ...nap, wake_ups: 2, feedings: 1, start_time: '15:30' }

  it('of a sleep that runs says what is noted of it by now, and begins with that', () => {
    const { begun, form: taken } = takenUp(target, draft, [since], NOW, MADRID)
    expect(begun).toEqual(beginForm({ kind: 'edit', record: since }, NOW, MADRID))
    expect(taken).toEqual({ ...begun, end: '17:00' })
  })

  it('of a sleep that runs lays what the phone refused to store over what was noted meanwhile', () => {
    const refused = [{ shown: nap, noted: { ...nap, feedings: 3 } }]
    const { begun, form: taken } = takenUp(target, { ...draft, refused }, [since], NOW, MADRID)
    expect(begun).toMatchObject({ wakeUps: 2, feedings: 1 })
    expect(taken).toMatchObject({ wakeUps: 2, feedings: 4, end: '17:00', refused })
  })

  it('of a sleep that runs has nothing refused any more where the log has it', () => {
    const refused = [{ shown: nap, noted: { ...nap, quality: 'buena' } }] as const
    const { form: taken } = takenUp(
      target,
      { ...draft, refused },
      [{ ...since, quality: 'buena' }],
      NOW,
      MADRID,
    )
    expect(taken.refused).toBeUndefined()
  })

  it('of a sleep that is over by now is its edit, and tells nothing of it as a note besides', () => {
    const refused = [{ shown: nap, noted: { ...nap, feedings: 1 } }]
    const over = { ...since, end_time: '16:00' }
    const { begun, form: taken } = takenUp(target, { ...draft, refused }, [over], NOW, MADRID)
    expect(begun).toMatchObject({ running: false, feedings: 1 })
    expect(taken).toMatchObject({ running: false, feedings: 2, end: '17:00', refused: undefined })
  })

  it('keeps a start that waits for its ✓', () => {
    const moved = withStart(draft, '15:00')
    expect(takenUp(target, moved, [since], NOW, MADRID).form).toMatchObject({
      start: '15:00',
      startConfirmed: false,
    })
  })

  it('of any other sleep is as it was left, and stays of its day', () => {
    const finished = { ...draft, id: null, running: false }
    const begun = beginForm(target, NOW, MADRID)
    expect(takenUp(target, finished, [since], NOW, MADRID)).toEqual({ begun, form: finished })
    const later = takenUp(target, finished, [since], instantAt('2025-08-12', '09:00', MADRID), MADRID)
    expect(later.form).toEqual({ ...finished, isDatePicked: true })
    expect(takenUp(target, draft, [], NOW, MADRID)).toEqual({ begun, form: draft })
    expect(takenUp(target, null, [since], NOW, MADRID)).toEqual({ begun, form: begun })
  })
})

describe('a form none of whose notes is in its turn any more', () => {
  const refused = [{ shown: nap, noted: { ...nap, feedings: 1 } }]
  const typed = { ...nap, feedings: 3, quality: 'buena' } as const

  it('shows the record as it is by now, and over it what is refused', () => {
    const ending = { ...withEnd(form, '16:00'), feedings: 1 }
    const shown = withNotesTold(nap.id, refused, typed)(ending)
    expect(shown).toEqual({ ...ending, feedings: 4, quality: 'buena', refused })
    expect(withNotesTold(nap.id, undefined, { ...typed, feedings: 4 })(shown)).toEqual({
      ...shown,
      refused: undefined,
    })
  })

  it('keeps what it shows where the record is gone, or is another one’s', () => {
    expect(withNotesTold(nap.id, refused, undefined)(form)).toEqual({ ...form, refused })
    expect(withNotesTold('other', refused, typed)(form)).toBe(form)
  })
})

describe('what is tapped while the start is being stored', () => {
  const shown = beginForm({ kind: 'new', date: TODAY }, NOW, MADRID)
  const stored = withStoredStart(shown, { shown, stored: shown, id: nap.id })

  it('is laid over the stored start', () => {
    expect(stored).toEqual({ ...shown, id: nap.id, running: true, startConfirmed: true })
    expect(withTapped(stored, shown, { ...shown, type: 'noche' })).toEqual({ ...stored, type: 'noche' })
    const first = { ...shown, feedings: 1 }
    expect(withStoredStart(first, { shown, stored: shown, id: nap.id })).toEqual({ ...stored, feedings: 1 })
  })

  it('is the start that shows, where it was moved at once', () => {
    const moved = withStart(shown, '16:00')
    const started = { ...stored, start: '16:00' }
    expect(withStoredStart(shown, { shown, stored: moved, id: nap.id })).toEqual(started)
    expect(withStoredStart(moved, { shown, stored: moved, id: nap.id })).toEqual(started)
  })

  it('another start waits for its ✓, whichever came first', () => {
    const later = { ...stored, start: '16:10', startConfirmed: false }
    expect(withTapped(stored, shown, withStart(shown, '16:10'))).toEqual(later)
    expect(withStoredStart(withStart(shown, '16:10'), { shown, stored: shown, id: nap.id })).toEqual(later)
  })
})

describe('what was noted elsewhere meanwhile', () => {
  const noted = { ...nap, wake_ups: 2, quality: 'buena', disturbances: ['fever'], feedings: 1 } as const

  it('comes into the form', () => {
    expect(
      withNewsOf(form, nap, { ...noted, disturbances: ['fever'], type: 'noche', start_time: '15:30' }),
    ).toEqual({
      ...form,
      type: 'noche',
      start: '15:30',
      wakeUps: 2,
      quality: 'buena',
      disturbances: ['fever'],
      feedings: 1,
    })
  })

  it('leaves what is entered here', () => {
    const entered = { ...withStart(form, '15:00'), wakeUps: 1, disturbances: ['teething'] } as const
    expect(
      withNewsOf(entered, nap, { ...noted, disturbances: ['fever'], start_time: '15:30' }),
    ).toMatchObject({
      start: '15:00',
      wakeUps: 1,
      disturbances: ['teething'],
      feedings: 1,
    })
  })
})

describe('what was noted elsewhere meanwhile, of a form that holds a note that the phone refused', () => {
  const refused = [{ shown: nap, noted: { ...nap, feedings: 1 } }]
  const held = { ...form, feedings: 1, refused }

  it.each([
    ['tapped', addTapTo(nap, { id: 'tap', kind: 'feedings', time: '16:00' })],
    ['typed', { ...nap, feedings: 1 }],
  ])('is %s and comes in beside it, however it comes', (_how, one) => {
    const first = withNewsOf(held, nap, one)
    expect(first).toEqual({ ...held, feedings: 2 })
    expect(withNewsOf(first, one, { ...one, feedings: 3 })).toEqual({ ...held, feedings: 4 })
    expect(withNewsOf(held, nap, { ...nap, feedings: 3 })).toEqual({ ...held, feedings: 4 })
  })

  it('leaves what has been entered since', () => {
    const entered = { ...held, feedings: 2 }
    expect(withNewsOf(entered, nap, { ...nap, feedings: 1 })).toEqual(entered)
  })
})

describe('the record of a form', () => {
  const noted = { ...nap, feedings: 1 }
  const held = { begun: form, form: { ...form, quality: 'buena', wakeUps: 2 } } as const

  it('brings its news into the form and into what the form goes on from', () => {
    const next = withRecord(held, nap, noted)
    expect(next).toEqual({ begun: { ...form, feedings: 1 }, form: { ...held.form, feedings: 1 } })
  })

  it('that ✓ has made anew says what the form goes on from, and nothing of the one before', () => {
    const undone = { ...held, begun: { ...form, quality: 'buena', feedings: 3 } } as const
    const again = { ...nap, id: 'again' }
    expect(withRecord(undone, null, again)).toEqual({ begun: formOf(again), form: held.form })
  })
})
