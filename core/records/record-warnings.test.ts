import { describe, expect, it } from 'vitest'
import { despertar, noche, siesta } from '../testing/records.ts'
import { addDays, instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { type RecordWarning, type WarningDraft, warningsFor } from './record-warnings.ts'
import type { SleepRecord, SleepType } from './sleep-record.ts'

const DAY = '2025-08-11'
const NOW = instantAt(DAY, '16:20', MADRID)

function draft(start: string | null, end: string | null, about: Partial<WarningDraft> = {}): WarningDraft {
  return { id: '', date: DAY, type: 'siesta', start_time: start, end_time: end, ...about }
}

const kinds = (warnings: readonly RecordWarning[]) => warnings.map((warning) => warning.kind)

describe('overlap', () => {
  it.each([
    ['in its middle', siesta(DAY, '13:20', '13:40'), true],
    ['around it', siesta(DAY, '12:00', '15:00'), true],
    ['over its start', siesta(DAY, '12:30', '13:01'), true],
    ['over its end', siesta(DAY, '13:59', '14:30'), true],
    ['up to its start', siesta(DAY, '12:30', '13:00'), false],
    ['from its end', siesta(DAY, '14:00', '14:30'), false],
    ['the day before at the same time', siesta('2025-08-10', '13:00', '14:00'), false],
    ['a night that reaches in from the day before', noche('2025-08-10', '20:00', '13:30'), true],
    ['a wake-up', despertar(DAY, '13:30'), false],
    ['a record without a start', siesta(DAY, null, '13:30'), false],
    ['an open nap that began inside', siesta(DAY, '13:30'), true],
    ['the running nap, begun before', siesta(DAY, '12:00'), true],
    ['the running nap, begun after', siesta(DAY, '15:00'), false],
    ['an open nap from too long ago', siesta('2025-08-10', '20:00'), false],
  ])('of 13:00-14:00 with %s', (_, other, overlaps) => {
    const warnings = warningsFor(draft('13:00', '14:00'), [other], NOW, MADRID)
    expect(warnings).toEqual(overlaps ? [{ kind: 'overlap', other }] : [])
  })

  it('is found without going through the years before', () => {
    const nap = siesta(DAY, '13:20', '13:40')
    let looks = 0
    const years = Array.from({ length: 10_000 }, (_, ago) =>
      siesta(addDays('2025-08-01', -ago), '10:00', '11:00'),
    )
    const log = new Proxy([nap, ...years], {
      get(records, key) {
        looks += 1
        return Reflect.get(records, key)
      },
    })
    expect(kinds(warningsFor(draft('13:00', '14:00'), log, NOW, MADRID))).toEqual(['overlap'])
    expect(looks).toBeLessThan(100)
  })

  it('is told of every record, earliest first', () => {
    const [late, early] = [siesta(DAY, '13:40', '13:50'), siesta(DAY, '12:50', '13:10')]
    expect(warningsFor(draft('13:00', '14:00'), [late, early], NOW, MADRID)).toEqual([
      { kind: 'overlap', other: early },
      { kind: 'overlap', other: late },
    ])
  })

  it('is never with the record that is being edited', () => {
    const stored: SleepRecord = siesta(DAY, '13:00', '14:00')
    expect(warningsFor({ ...stored, end_time: '14:10' }, [stored], NOW, MADRID)).toEqual([])
  })

  it('is known of a nap that only begins', () => {
    const other = siesta(DAY, '15:50', '16:10')
    expect(warningsFor(draft('16:00', null), [other], NOW, MADRID)).toEqual([{ kind: 'overlap', other }])
    expect(warningsFor(draft('16:10', null), [other], NOW, MADRID)).toEqual([])
  })

  it('is known of what lies between the start and now while the nap is open', () => {
    const other = siesta(DAY, '15:30', '15:50')
    expect(warningsFor(draft('15:00', null), [other], NOW, MADRID)).toEqual([{ kind: 'overlap', other }])
  })

  it('with a forgotten nap is known only where that began', () => {
    const records = [siesta(DAY, '13:30'), siesta(DAY, '16:00')]
    expect(kinds(warningsFor(draft('13:00', '14:00'), records, NOW, MADRID))).toEqual(['overlap'])
    expect(warningsFor(draft('14:00', '15:00'), records, NOW, MADRID)).toEqual([])
  })

  it('is known of a nap that begins now, and of one still ahead', () => {
    const other = siesta(DAY, '16:00', '17:30')
    expect(kinds(warningsFor(draft('16:20', null), [other], NOW, MADRID))).toEqual(['overlap'])
    expect(kinds(warningsFor(draft('17:00', null), [other], NOW, MADRID))).toEqual(['overlap', 'future'])
    const sameStart = siesta(DAY, '17:00', '17:30')
    expect(kinds(warningsFor(draft('17:00', null), [sameStart], NOW, MADRID))).toEqual(['overlap', 'future'])
  })

  it('is known of a second sleep that begins while one runs, and when that ends', () => {
    const first = siesta(DAY, '13:00')
    const at = (time: string) => instantAt(DAY, time, MADRID)
    const warned = [{ kind: 'overlap', other: first }]
    expect(warningsFor(draft('13:40', null), [first], at('13:40'), MADRID)).toEqual(warned)
    const second = siesta(DAY, '13:40')
    expect(warningsFor({ ...second, end_time: '14:20' }, [second, first], at('14:20'), MADRID)).toEqual(
      warned,
    )
  })

  it('reaches over midnight and the year', () => {
    const night = noche('2025-12-31', '20:00', '07:00')
    const nap = draft('06:30', '07:30', { date: '2026-01-01' })
    expect(kinds(warningsFor(nap, [night], instantAt('2026-01-02', '12:00', MADRID), MADRID))).toEqual([
      'overlap',
    ])
  })

  it('is in real time in the hour the autumn night repeats', () => {
    const first = siesta('2025-10-26', '01:30', '02:30')
    const after = draft('03:00', '04:00', { date: '2025-10-26' })
    expect(warningsFor(after, [first], instantAt('2025-10-27', '12:00', MADRID), MADRID)).toEqual([])
  })
})

describe('length', () => {
  it.each<[SleepType, string, string, string[]]>([
    ['siesta', '10:00', '14:00', []],
    ['siesta', '10:00', '14:01', ['long-nap']],
    ['noche', '10:00', '13:00', []],
    ['noche', '10:00', '12:59', ['short-night']],
    ['siesta', '10:00', '10:05', []],
    ['noche', '00:00', '12:00', []],
  ])('of a %s %s-%s: %j', (type, start, end, warnings) => {
    expect(kinds(warningsFor(draft(start, end, { type }), [], NOW, MADRID))).toEqual(warnings)
  })

  it('is not judged while the sleep is open', () => {
    expect(warningsFor(draft('10:00', null), [], NOW, MADRID)).toEqual([])
    expect(warningsFor(draft('16:00', null, { type: 'noche' }), [], NOW, MADRID)).toEqual([])
  })

  it('is real time on the nights the clocks change', () => {
    const now = instantAt('2026-04-01', '12:00', MADRID)
    const spring = draft('01:00', '04:30', { type: 'noche', date: '2026-03-29' })
    const autumn = draft('01:00', '03:30', { type: 'noche', date: '2025-10-26' })
    expect(kinds(warningsFor(spring, [], now, MADRID))).toEqual(['short-night'])
    expect(kinds(warningsFor(autumn, [], now, MADRID))).toEqual([])
  })
})

describe('the future', () => {
  it.each([
    ['16:00', '16:20', []],
    ['16:00', '16:21', ['future']],
    ['17:00', '17:30', ['future']],
    ['16:20', null, []],
    ['16:21', null, ['future']],
  ])('of %s-%s: %j', (start, end, warnings) => {
    expect(kinds(warningsFor(draft(start, end), [], NOW, MADRID))).toEqual(warnings)
  })

  it('is any later day', () => {
    expect(kinds(warningsFor(draft('10:00', '11:00', { date: '2025-08-12' }), [], NOW, MADRID))).toEqual([
      'future',
    ])
  })

  it('is told of a wake-up too, which nothing overlaps', () => {
    const nap = siesta(DAY, '16:00', '17:00')
    expect(kinds(warningsFor(despertar(DAY, '16:30'), [nap], NOW, MADRID))).toEqual(['future'])
    expect(warningsFor(despertar(DAY, '16:10'), [nap], NOW, MADRID)).toEqual([])
  })
})

it('has nothing to say without a start', () => {
  expect(warningsFor(draft(null, '14:00'), [siesta(DAY, '13:00', '15:00')], NOW, MADRID)).toEqual([])
})

it('comes all at once where all is odd', () => {
  const other = siesta(DAY, '15:00', '16:00')
  expect(kinds(warningsFor(draft('12:00', '16:30'), [other], NOW, MADRID))).toEqual([
    'overlap',
    'long-nap',
    'future',
  ])
})
