import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { addTapTo, type Tap, withoutTap } from '../../core/records/taps.ts'
import { noche } from '../../core/testing/records.ts'
import type { Entry } from '../local/outbox.ts'
import { newEntry, overlay } from '../local/outbox.ts'
import { leftBy, recordEdit, separation, takenBack, tapEdit } from './record-changes.ts'

const waking = (id: string, time: string): Tap => ({ id, kind: 'wake_ups', time })
const [early, late] = [waking('early', '23:50'), waking('late', '03:10')]
const night = noche('2025-08-11', '21:00')
const tapped = [late, early].reduce<SleepRecord>(addTapTo, night)

function sentBy({ changes }: ReturnType<typeof recordEdit>) {
  return changes.map(({ body, ...change }) => ('tap' in change ? change.tap : body))
}

describe('an edited record', () => {
  it('sends what differs, and nothing else', () => {
    expect(sentBy(recordEdit(tapped, { ...tapped, quality: 'mala' }))).toEqual([{ quality: 'mala' }])
    expect(recordEdit(tapped, tapped).changes).toEqual([])
  })

  it('with fewer wakings gives up the last tap, whatever another phone taps', () => {
    const edit = recordEdit(tapped, { wake_ups: 1, quality: 'mala' })
    expect(sentBy(edit)).toEqual([{ tap: late, undone: true }, { quality: 'mala' }])
    expect(edit.edited).toMatchObject({ wake_ups: 1, taps: [early], quality: 'mala' })
  })

  it('keeps its taps when only those that were typed go', () => {
    const more = { ...tapped, wake_ups: 5 }
    expect(sentBy(recordEdit(more, { wake_ups: 3 }))).toEqual([{ wake_ups: 3 }])
    expect(sentBy(recordEdit(more, { wake_ups: 0 }))).toEqual([
      { tap: early, undone: true },
      { tap: late, undone: true },
      { wake_ups: 0 },
    ])
  })

  it('gets its taps back when the edit is undone', () => {
    const { edited } = recordEdit(tapped, { wake_ups: 0 })
    const undone = recordEdit(edited, { wake_ups: tapped.wake_ups, taps: tapped.taps })
    expect(undone.edited).toEqual(tapped)
    expect(sentBy(undone)).toEqual([{ tap: late }, { tap: early }].toReversed().toSorted(byTime))
  })

  it('undone, is as before, but for what somebody else noted meanwhile', () => {
    const before: SleepRecord = { ...tapped, quality: 'buena' }
    const { edited: after } = recordEdit(before, { wake_ups: 3, end_time: '07:00' }, { wake_ups: 0 })
    const since = addTapTo<SleepRecord>({ ...after, quality: 'mala', feedings: 1 }, waking('since', '05:00'))
    const undone = recordEdit(since, takenBack({ before, after }, since), after).edited
    expect(undone).toEqual(
      addTapTo<SleepRecord>({ ...before, quality: 'mala', feedings: 1 }, waking('since', '05:00')),
    )
  })

  it('undone, stays as somebody else has changed it meanwhile', () => {
    const before: SleepRecord = { ...night, quality: 'buena', wake_ups: 1 }
    const patch = { end_time: '07:00', duration: 600, quality: 'mala', wake_ups: 2 } as const
    const { edited: after } = recordEdit(before, patch)
    const undone = (since: SleepRecord) =>
      recordEdit(since, takenBack({ before, after }, since), after).edited
    const ended = { ...after, end_time: '07:30', duration: 630 }
    expect(undone(ended)).toEqual({ ...before, end_time: '07:30', duration: 630 })
    // An end belongs to its start: one of them alone could make a night of a nap.
    const begun = { ...after, start_time: '22:00', duration: 540 }
    expect(undone(begun)).toEqual({ ...begun, quality: 'buena', wake_ups: 1 })
    const noted: SleepRecord = { ...after, quality: 'regular', wake_ups: 5 }
    expect(undone(noted)).toEqual({ ...before, quality: 'regular', wake_ups: 5 })
    // The server works the minutes out of the times, at a change of hour too: nobody has changed them.
    expect(undone({ ...after, duration: 660 })).toEqual(before)
  })

  it('undone, leaves a nap that ended as the night what it is where somebody else has moved it', () => {
    const before: SleepRecord = { ...night, type: 'siesta' }
    const { edited: after } = recordEdit(before, { type: 'noche', end_time: '07:00', duration: 600 })
    const since = { ...after, end_time: '07:30', duration: 630 }
    expect(recordEdit(since, takenBack({ before, after }, since), after).edited).toEqual(since)
  })

  it('undone, leaves what somebody else has set since, and nothing that is as it was before', () => {
    const before: SleepRecord = { ...night, type: 'siesta', quality: 'buena' }
    const patch = { type: 'noche', end_time: '07:00', duration: 600, quality: 'mala', wake_ups: 2 } as const
    const { edited: after } = recordEdit(before, patch)
    const left = (since: Partial<SleepRecord>) => leftBy({ before, after }, { ...after, ...since })
    expect(left({ duration: 660, feedings: 1 })).toEqual([])
    expect(left({ end_time: '07:30', duration: 630 })).toEqual(['end_time', 'type'])
    expect(left({ start_time: '22:00', duration: 540 })).toEqual(['end_time', 'type'])
    expect(left({ quality: 'regular', wake_ups: 5 })).toEqual(['quality', 'wake_ups'])
    expect(left({ quality: 'buena', wake_ups: 0 })).toEqual([])
  })

  it('undone, adds no taps to a count that somebody else has typed meanwhile', () => {
    const before: SleepRecord = { ...tapped, wake_ups: tapped.taps.length }
    const { edited: after } = recordEdit(before, { wake_ups: 0 })
    const since = { ...after, wake_ups: 3 }
    expect(recordEdit(since, takenBack({ before, after }, since), after).edited).toEqual(since)
  })

  it('undone, gets back the taps it had taken away, and none that somebody else has taken back since', () => {
    const before = addTapTo<SleepRecord>(tapped, waking('last', '05:00'))
    const { edited: after } = recordEdit(before, { wake_ups: 2 })
    const since = withoutTap(after, early)
    const undone = recordEdit(since, takenBack({ before, after }, since), after).edited
    expect(undone).toEqual(withoutTap(before, early))
  })

  it('undone, gets back the taps it had taken away where somebody else has taken back all others since', () => {
    const { edited: after } = recordEdit(tapped, { wake_ups: 1 })
    const since = withoutTap(after, early)
    const undone = recordEdit(since, takenBack({ before: tapped, after }, since), after).edited
    expect(undone).toEqual(withoutTap(tapped, early))
  })

  it('undone, loses what it had typed over the taps, though they were taken back since', () => {
    const before = addTapTo<SleepRecord>(night, early)
    const { edited: after } = recordEdit(before, { wake_ups: 3 })
    const since = withoutTap(after, early)
    const undone = recordEdit(since, takenBack({ before, after }, since), after).edited
    expect(undone).toEqual(night)
  })

  it('moves a count over what was tapped since it was shown', () => {
    expect(recordEdit(tapped, { wake_ups: 1 }, { wake_ups: 0 }).edited).toMatchObject({ wake_ups: 3 })
    expect(recordEdit(tapped, { wake_ups: 0 }, { wake_ups: 1 }).edited).toMatchObject({
      wake_ups: 1,
      taps: [early],
    })
    // A count that has no taps is simply what was typed last.
    expect(recordEdit({ ...tapped, feedings: 4 }, { feedings: 1 }, { feedings: 0 }).edited.feedings).toBe(1)
  })

  it.each([
    ['counts', recordEdit(tapped, { wake_ups: 1, feedings: 2 })],
    ['an end with a waking', tapEdit(tapped, { tap: waking('since', '05:00') }, { end_time: '05:00' })],
  ])('of %s is on the phone what it is when it was sent', (_what, { changes, edited }) => {
    const entries = changes.map(
      (change, seq): Entry<'sleep_records'> => ({ ...change, ...stateOf(change), seq }),
    )
    expect(overlay(tapped, entries)).toEqual(edited)
  })

  it('with a tap is one change, and so is what takes both back', () => {
    const end = { end_time: '02:55', duration: 355 }
    const ended = { ...night, ...end }
    const edit = tapEdit(ended, { tap: late }, { end_time: null, duration: null })
    expect(edit.changes).toMatchObject([{ body: { end_time: null, duration: null }, tap: { tap: late } }])
    const undone = tapEdit(edit.edited, { tap: late, undone: true }, end)
    expect(undone.changes).toMatchObject([{ body: end, tap: { tap: late, undone: true } }])
    expect(undone.edited).toEqual(ended)
  })
})

describe('an entry that was merged with its twin and is separated', () => {
  const keep: SleepRecord = { ...night, end_time: '07:00', duration: 600, feedings: 1 }
  const merged = { ...tapped, end_time: '07:20', duration: 620, quality: 'mala', feedings: 3 } as const
  const separated = (since: SleepRecord) => separation({ before: keep, after: merged }, since).edited

  it('says what it said before', () => {
    expect(separated(merged)).toEqual(keep)
    expect(sentBy(separation({ before: keep, after: merged }, merged))).toEqual([
      { tap: late, counted: true, undone: true },
      { tap: early, counted: true, undone: true },
      { end_time: '07:00', duration: 600, quality: null, wake_ups: 0, feedings: 1 },
    ])
  })

  it('keeps what somebody else has set since', () => {
    const moved = { ...merged, start_time: '20:50', duration: 630 }
    expect(separated({ ...moved, quality: 'regular' })).toEqual({
      ...keep,
      start_time: '20:50',
      end_time: '07:20',
      duration: 630,
      quality: 'regular',
    })
    const since = waking('since', '05:00')
    expect(separated({ ...addTapTo<SleepRecord>(merged, since), feedings: 4 })).toEqual({
      ...addTapTo(keep, since),
      feedings: 4,
    })
    expect(separated({ ...merged, wake_ups: 4 })).toEqual({ ...keep, wake_ups: 2 })
  })

  it('gives up no tap of its own, whatever count was set since', () => {
    const own = addTapTo<SleepRecord>(night, early)
    const both = addTapTo<SleepRecord>(own, late)
    const fewer = recordEdit(both, { wake_ups: 1 }).edited
    expect(separation({ before: own, after: both }, fewer).edited).toEqual(own)
  })

  it('loses what it was told by the other one, though its own tap was taken back since', () => {
    const own = addTapTo<SleepRecord>(night, early)
    const both: SleepRecord = { ...own, wake_ups: 3 }
    expect(separation({ before: own, after: both }, withoutTap(both, early)).edited).toEqual(night)
  })

  it('keeps what was typed in it, though taps of the other one were taken back since', () => {
    const own: SleepRecord = { ...night, wake_ups: 1 }
    const taps = [early, late, waking('last', '05:00')]
    const both: SleepRecord = { ...own, wake_ups: 3, taps }
    expect(separation({ before: own, after: both }, withoutTap(both, late)).edited).toEqual(own)
    expect(separation({ before: own, after: both }, taps.reduce(withoutTap, both)).edited).toEqual(own)
    // Where both counted as many, the merge changed no count.
    const same = addTapTo<SleepRecord>(night, early)
    const undone = separation({ before: own, after: same }, withoutTap(same, early))
    expect(undone.edited).toEqual(own)
    expect(sentBy(undone)).toContainEqual({ wake_ups: 1 })
  })
})

function stateOf(change: Parameters<typeof newEntry>[0]) {
  const { opId, state } = newEntry(change)
  return { opId, state }
}

function byTime(a: { tap: Tap }, b: { tap: Tap }): number {
  return a.tap.time < b.tap.time ? -1 : 1
}
