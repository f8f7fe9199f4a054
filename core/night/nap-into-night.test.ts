import { describe, expect, it } from 'vitest'
import { despertar, noche, recordOf, siesta } from '../testing/records.ts'
import { instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { doubtOfEnd, nightSign } from './nap-into-night.ts'

const TODAY = '2025-08-11'
const TOMORROW = '2025-08-12'

describe('nightSign', () => {
  it.each([
    { start: '20:05', now: '20:59', sign: null },
    { start: '20:05', now: '21:00', sign: 'late' },
    { start: '14:00', now: '18:00', sign: null, why: 'four hours are no more than four hours' },
    { start: '14:00', now: '18:01', sign: 'long' },
    { start: '21:10', now: '21:10', sign: 'late' },
    { start: '00:30', now: '00:40', sign: 'early' },
    { start: '05:30', now: '05:40', sign: 'early', why: 'it begins before morning' },
    { start: '06:00', now: '07:00', sign: null },
    { start: '16:20', now: '16:19', sign: null, why: 'it has not begun' },
  ])('of a nap that runs from $start, at $now: $sign', ({ start, now, sign }) => {
    expect(nightSign(siesta(TODAY, start), instantAt(TODAY, now, MADRID), MADRID)).toBe(sign)
  })

  it('looks at the end of a nap that has one', () => {
    expect(nightSign(siesta(TODAY, '20:05', '20:50'), instantAt(TODAY, '23:00', MADRID), MADRID)).toBeNull()
    expect(nightSign(siesta(TODAY, '20:05', '07:05'), instantAt(TOMORROW, '07:05', MADRID), MADRID)).toBe(
      'late',
    )
  })

  it('has nothing to say of nights, wake-ups, and what says no start', () => {
    const now = instantAt(TODAY, '23:00', MADRID)
    const nameless = recordOf('siesta', TODAY)
    for (const other of [noche(TODAY, '20:00'), despertar(TODAY, '05:00'), nameless]) {
      expect(nightSign(other, now, MADRID)).toBeNull()
    }
  })
})

describe('doubtOfEnd', () => {
  const now = instantAt(TODAY, '16:20', MADRID)

  it('is null when nothing is odd', () => {
    expect(doubtOfEnd(siesta(TODAY, '15:00'), '16:20', [], [], now, MADRID)).toBeNull()
  })

  it('has the warnings of the form', () => {
    const other = siesta(TODAY, '15:30', '15:40')
    expect(doubtOfEnd(siesta(TODAY, '15:00'), '16:20', [other], [], now, MADRID)).toEqual({
      warnings: [{ kind: 'overlap', other }],
      night: null,
    })
    expect(doubtOfEnd(noche(TODAY, '15:00'), '16:20', [], [], now, MADRID)?.warnings).toEqual([
      { kind: 'short-night' },
    ])
    expect(doubtOfEnd(siesta(TODAY, '15:00'), '17:00', [], [], now, MADRID)?.warnings).toEqual([
      { kind: 'future' },
    ])
  })

  it('says that a nap may be the night', () => {
    expect(doubtOfEnd(siesta(TODAY, '11:00'), '16:20', [], [], now, MADRID)).toEqual({
      warnings: [{ kind: 'long-nap' }],
      night: 'long',
    })
    const late = instantAt(TODAY, '21:05', MADRID)
    expect(doubtOfEnd(siesta(TODAY, '20:05'), '21:05', [], [], late, MADRID)).toEqual({
      warnings: [],
      night: 'late',
    })
  })

  it('is silent about a sleep that is ended within its first minute, which gets that minute', () => {
    expect(doubtOfEnd(siesta(TODAY, '16:20'), '16:21', [], [], now, MADRID)).toBeNull()
    expect(doubtOfEnd(siesta(TODAY, '16:20'), '16:22', [], [], now, MADRID)?.warnings).toEqual([
      { kind: 'future' },
    ])
    expect(doubtOfEnd(siesta(TODAY, null), '16:20', [], [], now, MADRID)).toBeNull()
  })
})
