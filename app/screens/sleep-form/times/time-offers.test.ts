import { describe, expect, it } from 'vitest'
import { despertar, noche, siesta } from '../../../../core/testing/records.ts'
import { instantAt } from '../../../../core/time/time.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import { beginForm, endQuestion, withEnd, withStart } from '../../../forms/sleep-form-state.ts'
import { endOffers, startOffers } from './time-offers.ts'

const TODAY = '2025-08-11'
const NOW = instantAt(TODAY, '16:20', MADRID)

const nap = siesta(TODAY, '13:35', '15:05')
const running = siesta(TODAY, '13:35')
const empty = beginForm({ kind: 'new', date: '2025-08-10' }, NOW, MADRID)

describe('what a time entry offers', () => {
  const ended = siesta(TODAY, '10:00', '11:00')
  const today = beginForm({ kind: 'new', date: TODAY }, NOW, MADRID)
  const wakeUp = despertar(TODAY, '07:05')
  const night = noche('2025-08-10', '20:30')
  const asNight = { ...empty, type: 'noche', start: '20:30', startConfirmed: true } as const

  it('a new sleep may begin where the last one ended', () => {
    expect(startOffers(today, [ended], NOW, MADRID)).toEqual({ earlier: [5, 10, 15], known: '11:00' })
    expect(startOffers(withStart(today, '11:00'), [ended], NOW, MADRID).known).toBeNull()
    expect(
      startOffers(beginForm({ kind: 'edit', record: nap }, NOW, MADRID), [nap, ended], NOW, MADRID).known,
    ).toBeNull()
  })

  it('minutes are taken off a start that isn’t settled, or whose sleep runs', () => {
    expect(startOffers(empty, [], NOW, MADRID).earlier).toEqual([])
    expect(
      startOffers(beginForm({ kind: 'edit', record: nap }, NOW, MADRID), [], NOW, MADRID).earlier,
    ).toEqual([])
    expect(
      startOffers(beginForm({ kind: 'edit', record: running }, NOW, MADRID), [], NOW, MADRID).earlier,
    ).toEqual([5, 10, 15])
  })

  it('from an end only minutes are taken that leave some sleep', () => {
    const short = { ...asNight, end: '20:40' }
    expect(endOffers(short, [], NOW, false, MADRID).earlier).toEqual([5])
    expect(endOffers({ ...short, end: '20:35' }, [], NOW, false, MADRID).earlier).toEqual([])
  })

  it('nor any that lead back before a waking that was tapped: the night went on', () => {
    const taps = [{ id: 'a', kind: 'wake_ups', time: '06:30' } as const]
    const log = [{ ...night, taps }]
    const form = beginForm({ kind: 'edit', record: night }, NOW, MADRID)
    expect(endOffers(withEnd(form, '06:40'), log, NOW, false, MADRID).earlier).toEqual([5, 10])
    expect(endOffers(withEnd(form, '06:30'), log, NOW, false, MADRID).earlier).toEqual([])
    const beforeIt = instantAt(TODAY, '06:20', MADRID)
    // The waking was tapped on a phone whose clock is ahead.
    expect(endOffers(withEnd(form, '06:20'), log, beforeIt, false, MADRID).earlier).toEqual([5, 10, 15])
  })

  it('a night may end with the wake-up', () => {
    expect(endOffers(asNight, [wakeUp], NOW, false, MADRID)).toEqual({ earlier: [], known: '07:05' })
    expect(endOffers(withEnd(asNight, '07:05'), [wakeUp], NOW, false, MADRID)).toEqual({
      earlier: [5, 10, 15],
      known: null,
    })
    expect(endOffers({ ...asNight, end: '06:50', endConfirmed: true }, [wakeUp], NOW, false, MADRID)).toEqual(
      {
        earlier: [],
        known: null,
      },
    )
  })

  it('unless the form asks that already', () => {
    const form = beginForm({ kind: 'edit', record: night }, NOW, MADRID)
    expect(endQuestion(form, [night, wakeUp], NOW, MADRID)).not.toBeNull()
    expect(endOffers(form, [night, wakeUp], NOW, false, MADRID).known).toBe('07:05')
    expect(endOffers(form, [night, wakeUp], NOW, true, MADRID).known).toBeNull()
  })
})
