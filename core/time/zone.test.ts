import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockChangeMinutes, sleepMinutes } from '../records/durations.ts'
import { noche } from '../testing/records.ts'
import { instantAt, localDateAt, localTimeAt, MINUTE_MS, type TimeZone, wallAt } from './time.ts'
import { MADRID, timeZone } from './zone.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

function zoneNamed(name: string): TimeZone {
  const zone = timeZone(name)
  if (zone === null) throw new Error(`Intl doesn't know ${name}`)
  return zone
}

const CANARY = zoneNamed('Atlantic/Canary')
const LORD_HOWE = zoneNamed('Australia/Lord_Howe')
const BOGOTA = zoneNamed('America/Bogota')
/** Its spring night has no midnight: 23:59 is followed by 01:00. */
const SANTIAGO = zoneNamed('America/Santiago')
/** It had no 30 December 2011. */
const APIA = zoneNamed('Pacific/Apia')

const wallIn = (zone: TimeZone, instant: string) =>
  `${localDateAt(utc(instant), zone)} ${localTimeAt(utc(instant), zone)}`

describe('timeZone', () => {
  it('is one value for one name, so that nothing is drawn again for an equal one', () => {
    expect(timeZone('Atlantic/Canary')).toBe(CANARY)
    expect(CANARY.name).toBe('Atlantic/Canary')
    expect(timeZone('Europe/Madrid')).toBe(MADRID)
  })

  it.each(['', 'Marte/Olimpo', 'Canarias', 'Europe/Madrid; drop'])('knows nothing of %j', (name) => {
    expect(timeZone(name)).toBeNull()
    expect(timeZone(name)).toBeNull()
  })
})

describe('the two odd nights', () => {
  it.each([
    // The Canaries change at the same instant as Madrid, at 01:00 UTC, and so an hour earlier on the wall.
    [CANARY, '2026-03-29T00:59', '2026-03-29 00:59'],
    [CANARY, '2026-03-29T01:00', '2026-03-29 02:00'],
    [CANARY, '2025-10-26T00:59', '2025-10-26 01:59'],
    [CANARY, '2025-10-26T01:00', '2025-10-26 01:00'],
    // Lord Howe's clocks go half an hour forward in October and back in April.
    [LORD_HOWE, '2025-10-04T15:29', '2025-10-05 01:59'],
    [LORD_HOWE, '2025-10-04T15:30', '2025-10-05 02:30'],
    [LORD_HOWE, '2026-04-04T14:59', '2026-04-05 01:59'],
    [LORD_HOWE, '2026-04-04T15:00', '2026-04-05 01:30'],
    [SANTIAGO, '2025-09-07T03:59', '2025-09-06 23:59'],
    [SANTIAGO, '2025-09-07T04:00', '2025-09-07 01:00'],
    [BOGOTA, '2026-03-29T01:00', '2026-03-28 20:00'],
    [APIA, '2011-12-30T09:59', '2011-12-29 23:59'],
    [APIA, '2011-12-30T10:00', '2011-12-31 00:00'],
  ])('%# %s', (zone, instant, wall) => {
    expect(wallIn(zone, instant)).toBe(wall)
  })

  it.each([
    [CANARY, '2026-03-29', '01:30', '2026-03-29T01:00'],
    [CANARY, '2026-03-29', '02:00', '2026-03-29T01:00'],
    // 01:00 to 01:59 come twice: the first counts.
    [CANARY, '2025-10-26', '01:30', '2025-10-26T00:30'],
    [CANARY, '2025-10-26', '02:00', '2025-10-26T02:00'],
    [LORD_HOWE, '2025-10-05', '02:15', '2025-10-04T15:30'],
    [LORD_HOWE, '2026-04-05', '01:45', '2026-04-04T14:45'],
    [LORD_HOWE, '2026-04-05', '02:00', '2026-04-04T15:30'],
    [SANTIAGO, '2025-09-07', '00:00', '2025-09-07T04:00'],
    [SANTIAGO, '2025-09-07', '00:59', '2025-09-07T04:00'],
    [APIA, '2011-12-30', '12:00', '2011-12-30T10:00'],
  ])('%# %s %s', (zone, date, time, instant) => {
    expect(instantAt(date, time, zone)).toBe(utc(instant))
  })

  it.each([
    [MADRID, '2025-10-25', '19:30', '07:00', 750, 60],
    [CANARY, '2025-10-25', '19:30', '07:00', 750, 60],
    [CANARY, '2026-03-28', '19:30', '07:00', 630, -60],
    [LORD_HOWE, '2025-10-04', '19:30', '07:00', 660, -30],
    [LORD_HOWE, '2026-04-04', '19:30', '07:00', 720, 30],
    [BOGOTA, '2025-10-25', '19:30', '07:00', 690, 0],
    [BOGOTA, '2026-03-28', '19:30', '07:00', 690, 0],
    [SANTIAGO, '2025-09-06', '19:30', '07:00', 630, -60],
  ])('%# %s: %s-%s lasts %i min', (zone, date, start, end, minutes, change) => {
    expect(sleepMinutes(date, start, end, zone)).toBe(minutes)
    expect(clockChangeMinutes(noche(date, start, end), zone)).toBe(change)
  })

  it('tells the Canaries from Madrid by an hour on the wall', () => {
    // From 01:15 to 02:45 the spring night has 45 minutes in Madrid: its clocks leave 02:00 to 02:59 out.
    expect(sleepMinutes('2026-03-29', '01:15', '02:45', MADRID)).toBe(45)
    expect(sleepMinutes('2026-03-29', '00:15', '02:15', CANARY)).toBe(60)
    expect(sleepMinutes('2026-03-29', '00:15', '02:15', MADRID)).toBe(105)
    expect(clockChangeMinutes(noche('2026-03-29', '00:15', '01:45'), MADRID)).toBe(0)
    expect(clockChangeMinutes(noche('2026-03-29', '00:15', '01:45'), CANARY)).toBe(-60)
  })

  it('keeps Bogotá’s equal times a whole day, the night Madrid’s are 25 hours', () => {
    expect(sleepMinutes('2025-10-25', '20:00', '20:00', BOGOTA)).toBe(1440)
    expect(sleepMinutes('2025-10-25', '20:00', '20:00', MADRID)).toBe(1500)
  })
})

describe('any zone', () => {
  const zones = Intl.supportedValuesOf('timeZone').map(zoneNamed)
  const anyZone = fc.constantFrom(...zones)
  const anyInstant = fc.integer({ min: utc('1970-01-01T00:00'), max: utc('2060-12-31T23:59') })

  it('shows what Intl says', () => {
    const witnesses = new Map<string, Intl.DateTimeFormat>()
    const witnessOf = ({ name }: TimeZone) => {
      const style = { timeZone: name, dateStyle: 'short', timeStyle: 'medium' } as const
      const witness = witnesses.get(name) ?? new Intl.DateTimeFormat('sv-SE', style)
      witnesses.set(name, witness)
      return witness
    }
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, instant) => {
        const shown = `${localDateAt(instant, zone)} ${localTimeAt(instant, zone)}`
        expect(shown).toBe(witnessOf(zone).format(instant).slice(0, 16))
      }),
    )
  })

  it('finds a wall time that its clock showed, at the first of its instants', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, anyMoment) => {
        const shown = Math.floor(wallAt(anyMoment, zone) / MINUTE_MS) * MINUTE_MS
        const text = new Date(shown).toISOString()
        const found = instantAt(text.slice(0, 10), text.slice(11, 16), zone)
        expect(wallAt(found, zone)).toBe(shown)
        expect(found).toBeLessThanOrEqual(anyMoment)
      }),
    )
  })
})
