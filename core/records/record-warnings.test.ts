import { describe, expect, it } from 'vitest'
import { despertar, noche, siesta } from '../testing/records.ts'
import { addDays, instantAt } from '../time/time.ts'
import { MADRID } from '../time/zone.ts'
import { type RecordWarning, type WarningDraft, warningsFor } from './record-warnings.ts'
import { isOpen, type SleepRecord, type SleepType } from './sleep-record.ts'

const DAY = '2025-08-11'
const NOW = instantAt(DAY, '16:20', MADRID)

function draft(start: string | null, end: string | null, about: Partial<WarningDraft> = {}): WarningDraft {
  return { id: '', date: DAY, type: 'siesta', start_time: start, end_time: end, ...about }
}

/** Of a draft beside a whole log. */
function warningsIn(draft: WarningDraft, log: readonly SleepRecord[], now = NOW): RecordWarning[] {
  return warningsFor(draft, { records: log, open: log.filter(isOpen), now, zone: MADRID })
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
    const warnings = warningsIn(draft('13:00', '14:00'), [other])
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
    const surroundings = { records: log, open: [], now: NOW, zone: MADRID }
    expect(kinds(warningsFor(draft('13:00', '14:00'), surroundings))).toEqual(['overlap'])
    expect(looks).toBeLessThan(100)
  })

  it('is told of every record, earliest first', () => {
    const [late, early] = [siesta(DAY, '13:40', '13:50'), siesta(DAY, '12:50', '13:10')]
    expect(warningsIn(draft('13:00', '14:00'), [late, early])).toEqual([
      { kind: 'overlap', other: early },
      { kind: 'overlap', other: late },
    ])
  })

  it('is never with the record that is being edited', () => {
    const stored: SleepRecord = siesta(DAY, '13:00', '14:00')
    expect(warningsIn({ ...stored, end_time: '14:10' }, [stored])).toEqual([])
  })

  it('is known of a nap that only begins', () => {
    const other = siesta(DAY, '15:50', '16:10')
    expect(warningsIn(draft('16:00', null), [other])).toEqual([{ kind: 'overlap', other }])
    expect(warningsIn(draft('16:10', null), [other])).toEqual([])
  })

  it('is known of what lies between the start and now while the nap is open', () => {
    const other = siesta(DAY, '15:30', '15:50')
    expect(warningsIn(draft('15:00', null), [other])).toEqual([{ kind: 'overlap', other }])
  })

  it('with a forgotten nap is known only where that began', () => {
    const records = [siesta(DAY, '13:30'), siesta(DAY, '16:00')]
    expect(kinds(warningsIn(draft('13:00', '14:00'), records))).toEqual(['overlap'])
    expect(warningsIn(draft('14:00', '15:00'), records)).toEqual([])
  })

  it('with a nap that has no end asks all others without one, of any day, whether that runs on', () => {
    const nap = siesta(DAY, '10:00')
    const now = instantAt('2025-08-12', '01:00', MADRID)
    const beside = (...others: SleepRecord[]) => {
      const surroundings = { records: [nap], open: [...others, nap], now, zone: MADRID }
      return kinds(warningsFor(draft('13:00', '14:00'), surroundings))
    }
    expect(beside()).toEqual(['overlap'])
    expect(beside(siesta('2025-08-12', '00:30'))).toEqual([])
    expect(beside(siesta('2025-08-13', '09:00'))).toEqual(['overlap'])
  })

  it('is known of a nap that begins now, and of one still ahead', () => {
    const other = siesta(DAY, '16:00', '17:30')
    expect(kinds(warningsIn(draft('16:20', null), [other]))).toEqual(['overlap'])
    expect(kinds(warningsIn(draft('17:00', null), [other]))).toEqual(['overlap', 'future'])
    const sameStart = siesta(DAY, '17:00', '17:30')
    expect(kinds(warningsIn(draft('17:00', null), [sameStart]))).toEqual(['overlap', 'future'])
  })

  it('is known of a second sleep that begins while one runs, and when that ends', () => {
    const first = siesta(DAY, '13:00')
    const at = (time: string) => instantAt(DAY, time, MADRID)
    const warned = [{ kind: 'overlap', other: first }]
    expect(warningsIn(draft('13:40', null), [first], at('13:40'))).toEqual(warned)
    const second = siesta(DAY, '13:40')
    expect(warningsIn({ ...second, end_time: '14:20' }, [second, first], at('14:20'))).toEqual(warned)
  })

  it('reaches over midnight and the year', () => {
    const night = noche('2025-12-31', '20:00', '07:00')
    const nap = draft('06:30', '07:30', { date: '2026-01-01' })
    expect(kinds(warningsIn(nap, [night], instantAt('2026-01-02', '12:00', MADRID)))).toEqual(['overlap'])
  })

  it('is in real time in the hour the autumn night repeats', () => {
    const first = siesta('2025-10-26', '01:30', '02:30')
    const after = draft('03:00', '04:00', { date: '2025-10-26' })
    expect(warningsIn(after, [first], instantAt('2025-10-27', '12:00', MADRID))).toEqual([])
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
    expect(kinds(warningsIn(draft(start, end, { type }), []))).toEqual(warnings)
  })

  it('is not judged while the sleep is open', () => {
    expect(warningsIn(draft('10:00', null), [])).toEqual([])
    expect(warningsIn(draft('16:00', null, { type: 'noche' }), [])).toEqual([])
  })

  it('is real time on the nights the clocks change', () => {
    const now = instantAt('2026-04-01', '12:00', MADRID)
    const spring = draft('01:00', '04:30', { type: 'noche', date: '2026-03-29' })
    const autumn = draft('01:00', '03:30', { type: 'noche', date: '2025-10-26' })
    expect(kinds(warningsIn(spring, [], now))).toEqual(['short-night'])
    expect(kinds(warningsIn(autumn, [], now))).toEqual([])
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
    expect(kinds(warningsIn(draft(start, end), []))).toEqual(warnings)
  })

  it('is any later day', () => {
    expect(kinds(warningsIn(draft('10:00', '11:00', { date: '2025-08-12' }), []))).toEqual(['future'])
  })

  it('is told of a wake-up too, which nothing overlaps', () => {
    const nap = siesta(DAY, '16:00', '17:00')
    expect(kinds(warningsIn(despertar(DAY, '16:30'), [nap]))).toEqual(['future'])
    expect(warningsIn(despertar(DAY, '16:10'), [nap])).toEqual([])
  })
})

it('has nothing to say without a start', () => {
  expect(warningsIn(draft(null, '14:00'), [siesta(DAY, '13:00', '15:00')])).toEqual([])
})

it('comes all at once where all is odd', () => {
  const other = siesta(DAY, '15:00', '16:00')
  expect(kinds(warningsIn(draft('12:00', '16:30'), [other]))).toEqual(['overlap', 'long-nap', 'future'])
})
