import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayHeading,
  instantAt,
  isLocalDate,
  isLocalTime,
  localDateAt,
  localTimeAt,
  longDate,
  MINUTE_MS,
  minuteOfDay,
  mondayOf,
  periodLabel,
  sameTimeOn,
  shortWeekday,
  unmistakableDay,
  wallAt,
  wallOf,
  weekdayOf,
  weekLabel,
} from './time.ts'
import { MADRID } from './zone.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

/** The offset as Intl itself says it, slowly and independently of our code. */
const witness = new Intl.DateTimeFormat('sv-SE', {
  timeZone: MADRID.name,
  dateStyle: 'short',
  timeStyle: 'medium',
})

const anyInstant = fc.integer({ min: utc('1950-01-01T00:00'), max: utc('2100-12-31T23:59') })
const anyDate = anyInstant.map((instant) => localDateAt(instant, MADRID))
const anyTime = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => localTimeAt(utc('2025-01-01T23:00') + minute * MINUTE_MS, MADRID))

describe('isLocalDate', () => {
  it.each(['2025-08-11', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('takes %s', (text) => {
    expect(isLocalDate(text)).toBe(true)
  })

  it.each([
    '',
    '2025-02-29',
    '1900-02-29',
    '2025-04-31',
    '2025-13-01',
    '0001-13-13',
    '2025-00-10',
    '2025-01-00',
    '2025-01-32',
    '0000-01-01',
    '2025-8-11',
    '25-08-11',
    '2025-08-11 ',
    '2025-08-11T16:20',
    '2025/08/11',
    '+12025-08-11',
  ])('refuses %j', (text) => {
    expect(isLocalDate(text)).toBe(false)
  })
})

describe('isLocalTime', () => {
  it.each(['00:00', '09:59', '19:30', '23:59'])('takes %s', (text) => {
    expect(isLocalTime(text)).toBe(true)
  })

  it.each(['', '24:00', '12:60', '7:30', '07:3', '07:30:00', ' 07:30', '07.30', 'ahora'])(
    'refuses %j',
    (text) => {
      expect(isLocalTime(text)).toBe(false)
    },
  )
})

describe('Madrid time of an instant', () => {
  it.each([
    ['2025-08-10T21:59', '2025-08-10', '23:59'],
    ['2025-08-10T22:00', '2025-08-11', '00:00'],
    ['2025-12-31T22:59', '2025-12-31', '23:59'],
    ['2025-12-31T23:00', '2026-01-01', '00:00'],
    ['2024-02-28T23:00', '2024-02-29', '00:00'],
    // The clocks change at 01:00 UTC.
    ['2025-10-26T00:59', '2025-10-26', '02:59'],
    ['2025-10-26T01:00', '2025-10-26', '02:00'],
    ['2026-03-29T00:59', '2026-03-29', '01:59'],
    ['2026-03-29T01:00', '2026-03-29', '03:00'],
    // Before 1901 the clocks of Madrid were 14 min 44 s behind Greenwich; until 1940 they kept its time.
    ['1890-01-01T00:14:44', '1890-01-01', '00:00'],
    ['1890-01-01T00:14:43', '1889-12-31', '23:59'],
    ['1930-01-15T12:00', '1930-01-15', '12:00'],
  ])('%s UTC is %s %s', (instant, date, time) => {
    expect([localDateAt(utc(instant), MADRID), localTimeAt(utc(instant), MADRID)]).toEqual([date, time])
  })

  it('drops the seconds', () => {
    expect(localTimeAt(utc('2025-08-11T14:20:59.999'), MADRID)).toBe('16:20')
  })

  it('is what Intl says, at any instant', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        expect(`${localDateAt(instant, MADRID)} ${localTimeAt(instant, MADRID)}`).toBe(
          witness.format(instant).slice(0, 16),
        )
      }),
    )
  })

  it('is what Intl says around every change of hour of a century', () => {
    for (let year = 1976; year <= 2075; year += 1) {
      for (const month of [2, 3, 8, 9]) {
        for (let day = 20; day <= 38; day += 1) {
          for (const minute of [-1, 0, 59, 60]) {
            const instant = Date.UTC(year, month, day, 0, minute)
            expect(`${localDateAt(instant, MADRID)} ${localTimeAt(instant, MADRID)}`).toBe(
              witness.format(instant).slice(0, 16),
            )
          }
        }
      }
    }
  })
})

describe('offsetAt', () => {
  it('is two hours in summer and one in winter', () => {
    expect(MADRID.offsetAt(utc('2025-08-11T00:00'))).toBe(120 * MINUTE_MS)
    expect(MADRID.offsetAt(utc('2025-12-11T00:00'))).toBe(60 * MINUTE_MS)
  })

  it('changes to the millisecond', () => {
    expect(MADRID.offsetAt(utc('2025-10-26T00:59:59.999'))).toBe(120 * MINUTE_MS)
    expect(MADRID.offsetAt(utc('2025-10-26T01:00'))).toBe(60 * MINUTE_MS)
  })
})

describe('instantAt', () => {
  it.each([
    ['2025-08-11', '16:20', '2025-08-11T14:20'],
    ['2025-12-31', '23:59', '2025-12-31T22:59'],
    ['2026-01-01', '00:00', '2025-12-31T23:00'],
    // The autumn night shows 02:00 to 02:59 twice: the first counts.
    ['2025-10-26', '01:59', '2025-10-25T23:59'],
    ['2025-10-26', '02:00', '2025-10-26T00:00'],
    ['2025-10-26', '02:59', '2025-10-26T00:59'],
    ['2025-10-26', '03:00', '2025-10-26T02:00'],
    // The spring night has no 02:00 to 02:59: the gap's end counts.
    ['2026-03-29', '01:59', '2026-03-29T00:59'],
    ['2026-03-29', '02:00', '2026-03-29T01:00'],
    ['2026-03-29', '02:30', '2026-03-29T01:00'],
    ['2026-03-29', '02:59', '2026-03-29T01:00'],
    ['2026-03-29', '03:00', '2026-03-29T01:00'],
    ['2026-03-29', '03:01', '2026-03-29T01:01'],
  ])('%s %s is %s UTC', (date, time, instant) => {
    expect(instantAt(date, time, MADRID)).toBe(utc(instant))
  })

  it.each([
    ['2025-02-30', '10:00'],
    ['2025-02-28', '24:00'],
    ['', ''],
  ])('throws on %j %j', (date, time) => {
    expect(() => instantAt(date, time, MADRID)).toThrow(RangeError)
  })

  it('reads back as the same wall time, but for what the spring nights skip', () => {
    fc.assert(
      fc.property(anyDate, anyTime, (date, time) => {
        const instant = instantAt(date, time, MADRID)
        const readBack = `${localDateAt(instant, MADRID)} ${localTimeAt(instant, MADRID)}`
        const skipped = wallAt(instant - 1, MADRID) + 1 !== wallAt(instant, MADRID)
        if (skipped) expect(readBack >= `${date} ${time}`).toBe(true)
        else expect(readBack).toBe(`${date} ${time}`)
      }),
    )
  })

  it('never goes back when the wall time goes on', () => {
    fc.assert(
      fc.property(anyDate, anyTime, anyTime, (date, one, other) => {
        const [first = one, second = other] = [one, other].sort()
        expect(instantAt(date, first, MADRID)).toBeLessThanOrEqual(instantAt(date, second, MADRID))
      }),
    )
  })
})

describe('wall time', () => {
  it('counts from 1970 on the Madrid wall', () => {
    expect(wallOf('1970-01-02', '00:01')).toBe(1441 * MINUTE_MS)
    expect(wallAt(instantAt('2025-08-11', '16:20', MADRID), MADRID)).toBe(wallOf('2025-08-11', '16:20'))
  })

  it('jumps an hour where the clocks change', () => {
    expect(wallAt(utc('2026-03-29T01:00'), MADRID) - wallAt(utc('2026-03-29T00:59'), MADRID)).toBe(
      61 * MINUTE_MS,
    )
    expect(wallAt(utc('2025-10-26T01:00'), MADRID) - wallAt(utc('2025-10-26T00:59'), MADRID)).toBe(
      -59 * MINUTE_MS,
    )
  })
})

describe('sameTimeOn', () => {
  it('keeps the time of day to the millisecond, in winter and in summer', () => {
    expect(sameTimeOn('2025-08-11', utc('2026-01-20T15:20:30.123'), MADRID)).toBe(
      utc('2025-08-11T14:20:30.123'),
    )
    expect(sameTimeOn('2025-12-11', utc('2025-08-20T23:30'), MADRID)).toBe(utc('2025-12-11T00:30'))
  })

  it('stands at the end of the gap in the hour the spring night skips', () => {
    expect(sameTimeOn('2026-03-29', instantAt('2026-05-01', '02:10', MADRID), MADRID)).toBe(
      utc('2026-03-29T01:00'),
    )
    expect(sameTimeOn('2026-03-29', instantAt('2026-05-01', '02:50', MADRID) + 30_000, MADRID)).toBe(
      utc('2026-03-29T01:00'),
    )
  })
})

describe('days', () => {
  it.each([
    ['2025-12-31', 1, '2026-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2025-10-25', 2, '2025-10-27'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2025-08-11', 0, '2025-08-11'],
  ])('%s and %i days is %s', (date, days, later) => {
    expect(addDays(date, days)).toBe(later)
  })

  it.each([
    ['2025-08-11', 0, 'lun', '2025-08-11'],
    ['2025-08-12', 1, 'mar', '2025-08-11'],
    ['2025-08-13', 2, 'mié', '2025-08-11'],
    ['2025-08-14', 3, 'jue', '2025-08-11'],
    ['2025-08-15', 4, 'vie', '2025-08-11'],
    ['2025-08-16', 5, 'sáb', '2025-08-11'],
    ['2025-08-17', 6, 'dom', '2025-08-11'],
    ['2026-01-01', 3, 'jue', '2025-12-29'],
    ['1969-12-31', 2, 'mié', '1969-12-29'],
  ])('%s is weekday %i, %s, of the week of %s', (date, weekday, short, monday) => {
    expect(weekdayOf(date)).toBe(weekday)
    expect(shortWeekday(date)).toBe(short)
    expect(mondayOf(date)).toBe(monday)
  })

  it('is headed as today, or by weekday and day', () => {
    expect(dayHeading('2025-08-11', '2025-08-11')).toBe('Hoy')
    expect(dayHeading('2025-08-10', '2025-08-11')).toBe('Domingo 10')
    expect(dayHeading('2025-08-06', '2025-08-11')).toBe('Miércoles 6')
    expect(dayHeading('2025-08-12', '2025-08-11')).toBe('Martes 12')
  })

  it.each([
    ['2025-08-11', 'Hoy'],
    ['2025-08-05', 'Martes 5'],
    ['2025-08-04', 'Lunes 4 de agosto'],
    ['2025-07-10', 'Jueves 10 de julio'],
    ['2024-12-10', 'Martes 10 de diciembre de 2024'],
  ])('%s can’t be taken for another day: %s', (date, said) => {
    expect(unmistakableDay(date, '2025-08-11')).toBe(said)
  })
})

describe('weekLabel', () => {
  it.each([
    ['2025-08-11', '11 - 17 de agosto 2025'],
    ['2025-07-28', '28 de julio - 3 de agosto 2025'],
    ['2025-12-29', '29 de diciembre 2025 - 4 de enero 2026'],
    ['2025-06-30', '30 de junio - 6 de julio 2025'],
    ['2025-09-01', '1 - 7 de septiembre 2025'],
    ['2024-02-26', '26 de febrero - 3 de marzo 2024'],
    ['2025-04-28', '28 de abril - 4 de mayo 2025'],
    ['2025-10-27', '27 de octubre - 2 de noviembre 2025'],
  ])('%s: %s', (monday, label) => {
    expect(weekLabel(monday)).toBe(label)
  })
})

describe('periodLabel', () => {
  it.each([
    ['2025-08-04', '2025-08-17', '4 - 17 de agosto 2025'],
    ['2025-07-21', '2025-08-17', '21 de julio - 17 de agosto 2025'],
    ['2025-12-22', '2026-01-04', '22 de diciembre 2025 - 4 de enero 2026'],
  ])('%s to %s: %s', (first, last, label) => {
    expect(periodLabel(first, last)).toBe(label)
  })
})

describe('longDate', () => {
  it('says a whole date', () => {
    expect(longDate('2025-01-05')).toBe('5 de enero de 2025')
  })
})

it('minuteOfDay counts from midnight', () => {
  expect([minuteOfDay('00:00'), minuteOfDay('19:30'), minuteOfDay('23:59')]).toEqual([0, 1170, 1439])
})
