import { formatDuration } from '../records/durations.ts'

export type WakeWindow = { kind: 'window'; minutes: number } | { kind: 'malformed'; example: string }

/** What the app shows as a well-formed wake window. */
const WAKE_WINDOW_EXAMPLE = '1h 30min'

/** Minutes between the two ends of the range shown for a nap. */
export const WAKE_WINDOW_RANGE_MIN = 30

const LONGEST_MIN = 12 * 60

const HOURS = '(?:h|hora|horas)'
const MINUTES = '(?:m|min|minuto|minutos)'
const CLOCK = /^(\d{1,2})\s*:\s*(\d{2})$/i
const DECIMAL_HOURS = new RegExp(`^(\\d+[.,]\\d+)\\s*${HOURS}$`, 'i')
const HOURS_AND_MINUTES = new RegExp(`^(\\d+)\\s*${HOURS}(?:\\s*(\\d+)\\s*${MINUTES}?)?$`, 'i')
const ONLY_MINUTES = new RegExp(`^(\\d+)\\s*${MINUTES}?$`, 'i')

/**
 * Reads free text into whole minutes, 1 to 720 (12 h): `1h 30min`, `1h30`, `1 h`, `90min`, `90`, `1:30`,
 * `1,5h`, `1 hora 30 minutos`; case and spaces are free. All else is malformed: minutes over 59 beside
 * hours, minutes before hours, two bare numbers, 0, more than 12 h (rule 5.16, wake-window text).
 * @example parseWakeWindow('1h30') // { kind: 'window', minutes: 90 }
 */
export function parseWakeWindow(text: string): WakeWindow {
  const minutes = readMinutes(text.trim())
  if (minutes === null || minutes < 1 || minutes > LONGEST_MIN) {
    return { kind: 'malformed', example: WAKE_WINDOW_EXAMPLE }
  }
  return { kind: 'window', minutes }
}

function readMinutes(text: string): number | null {
  const split = CLOCK.exec(text) ?? HOURS_AND_MINUTES.exec(text)
  if (split !== null) {
    const [, hours, minutes = '0'] = split
    return Number(minutes) > 59 ? null : Number(hours) * 60 + Number(minutes)
  }
  const decimal = DECIMAL_HOURS.exec(text)?.[1]
  if (decimal !== undefined) return Math.round(Number(decimal.replace(',', '.')) * 60)
  const bare = ONLY_MINUTES.exec(text)?.[1]
  return bare === undefined ? null : Number(bare)
}

/** The normal form that is saved: hours, then two-digit minutes. @example formatWakeWindow(120) // '2h 00min' */
export function formatWakeWindow(minutes: number): string {
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}min`
}

/**
 * The readable interpretation: '2h 15m - 2h 45m', the upper end 30 minutes later, or '2h 15m' alone for the
 * window before bedtime, which is that of the plan's last nap. Null when the text is malformed.
 */
export function interpretWakeWindow(text: string, options: { beforeBedtime: boolean }): string | null {
  const window = parseWakeWindow(text)
  if (window.kind === 'malformed') return null
  const from = formatDuration(window.minutes)
  return options.beforeBedtime ? from : `${from} - ${formatDuration(window.minutes + WAKE_WINDOW_RANGE_MIN)}`
}
