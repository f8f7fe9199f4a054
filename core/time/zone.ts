import { DAY_MS, MINUTE_MS, type TimeZone } from './time.ts'

/** The product's zone, which holds wherever a family hasn't chosen another one (rule 1.8, time zone). */
export const MADRID = zoneOf('Europe/Madrid')

const known = new Map<string, TimeZone | null>([[MADRID.name, MADRID]])

/**
 * A zone by its IANA name, always the same value for one name; null where this browser doesn't know the name.
 * @example timeZone('Atlantic/Canary')?.offsetAt(Date.UTC(2025, 7, 11)) // 3600000
 */
export function timeZone(name: string): TimeZone | null {
  let zone = known.get(name)
  if (zone === undefined) {
    zone = readZone(name)
    known.set(name, zone)
  }
  return zone
}

function readZone(name: string): TimeZone | null {
  try {
    return zoneOf(name)
  } catch {
    // What Intl says to a name that it doesn't know.
    return null
  }
}

/** @throws RangeError when Intl doesn't know the name. */
function zoneOf(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  // Intl takes microseconds per call, too long for thousands of records: it is asked once per UTC day.
  const offsetAtDayStart = new Map<number, number>()
  const changeInDay = new Map<number, number>()

  const askOffset = (instant: number): number => {
    const text = format.format(instant)
    // What follows 'GMT': '+02:00', nothing at all when it is 0, '-00:14:44' before 1901.
    const offset = text.slice(text.indexOf('GMT') + 3)
    const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))
    const size = minutes * MINUTE_MS + Number(offset.slice(7)) * 1000
    return offset.startsWith('-') ? -size : size
  }

  const dayStartOffset = (day: number): number => {
    let offset = offsetAtDayStart.get(day)
    if (offset === undefined) {
      offset = askOffset(day * DAY_MS)
      offsetAtDayStart.set(day, offset)
    }
    return offset
  }

  const changeBetween = (low: number, high: number): number => {
    const before = askOffset(low)
    let same = low
    let changed = high
    while (changed - same > 1) {
      const middle = Math.floor((same + changed) / 2)
      if (askOffset(middle) === before) same = middle
      else changed = middle
    }
    return changed
  }

  const dayChange = (day: number): number => {
    let change = changeInDay.get(day)
    if (change === undefined) {
      change = changeBetween(day * DAY_MS, (day + 1) * DAY_MS)
      changeInDay.set(day, change)
    }
    return change
  }

  return {
    name,
    offsetAt(instant) {
      const day = Math.floor(instant / DAY_MS)
      const before = dayStartOffset(day)
      const after = dayStartOffset(day + 1)
      return before === after || instant < dayChange(day) ? before : after
    },
    changeBetween,
  }
}
