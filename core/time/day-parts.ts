import type { LocalTime } from './time.ts'

// Hours of the day that several rules divide it by.

/** A night that begins before this belongs to the morning, from then on to the evening. */
export const NOON: LocalTime = '12:00'

/** Before this are the small hours: who wakes up then may well go on sleeping, who goes to bed then is only late. */
export const MORNING_FROM: LocalTime = '05:00'

/** A sleep that begins from this on, and before {@link NIGHT_UNTIL}, is night sleep. */
export const EVENING_FROM: LocalTime = '19:00'
export const NIGHT_UNTIL: LocalTime = '06:00'
