import { describe, expect, it } from 'vitest'
import { despertar, noche, siesta } from '../../../core/testing/records.ts'
import { instantAt } from '../../../core/time.ts'
import { beginForm, endQuestion, withEnd, withStart } from './sleep-form-state.ts'
import { endOffers, startOffers } from './time-offers.ts'

const TODAY = '2025-08-11'
const NOW = instantAt(TODAY, '16:20')

const nap = siesta(TODAY, '13:35', '15:05')
const running = siesta(TODAY, '13:35')
const empty = beginForm({ kind: 'new', date: '2025-08-10' }, NOW)

describe('what a time entry offers', () => {
  const ended = siesta(TODAY, '10:00', '11:00')
  const today = beginForm({ kind: 'new', date: TODAY }, NOW)
  const wakeUp = despertar(TODAY, '07:05')
  const night = noche('2025-08-10', '20:30')
  const asNight = { ...empty, type: 'noche', start: '20:30', startConfirmed: true } as const

  it('a new sleep may begin where the last one ended', () => {
    expect(startOffers(today, [ended], NOW)).toEqual({ earlier: true, known: '11:00' })
    expect(startOffers(withStart(today, '11:00'), [ended], NOW).known).toBeNull()
    expect(startOffers(beginForm({ kind: 'edit', record: nap }, NOW), [nap, ended], NOW).known).toBeNull()
  })

  it('minutes are taken off a start that isn’t settled, or whose sleep runs', () => {
    expect(startOffers(empty, [], NOW).earlier).toBe(false)
    expect(startOffers(beginForm({ kind: 'edit', record: nap }, NOW), [], NOW).earlier).toBe(false)
    expect(startOffers(beginForm({ kind: 'edit', record: running }, NOW), [], NOW).earlier).toBe(true)
  })

  it('a night may end with the wake-up', () => {
    expect(endOffers(asNight, [wakeUp], NOW)).toEqual({ earlier: false, known: '07:05' })
    expect(endOffers(withEnd(asNight, '07:05'), [wakeUp], NOW)).toEqual({ earlier: true, known: null })
    expect(endOffers({ ...asNight, end: '06:50', endConfirmed: true }, [wakeUp], NOW)).toEqual({
      earlier: false,
      known: null,
    })
  })

  it('unless the form asks that already', () => {
    const form = beginForm({ kind: 'edit', record: night }, NOW)
    expect(endQuestion(form, [night, wakeUp], NOW)).not.toBeNull()
    expect(endOffers(form, [night, wakeUp], NOW).known).toBeNull()
  })
})
