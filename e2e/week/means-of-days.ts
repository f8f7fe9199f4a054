import { addDays, type LocalDate, type LocalTime } from '../../core/time/time.ts'
import { sleep, wakeUp } from '../kit/seed.ts'

/** This is a day as a carer remembers it. A night that begins before noon is logged on the next date. */
export interface LoggedDay {
  date: LocalDate
  /** This is null where nobody logged the wake-up. */
  woke: LocalTime | null
  naps: readonly (readonly [LocalTime, LocalTime])[]
  night: readonly [LocalTime, LocalTime]
  wakings: number
}

interface Means {
  total: number
  night: number
  naps: number
  napCount: number
  wakings: number
  /** The minutes are counted from midnight, and go on after the next one beyond 24 h. */
  bedtime: number
  woke: number
}

const clock = (time: LocalTime) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const isLate = ({ night: [start] }: LoggedDay) => start < '12:00'

/** Counts the minutes of a sleep in a week in which no clock changes. */
const lengthOf = ([start, end]: readonly [LocalTime, LocalTime]) =>
  clock(end) - clock(start) + (end > start ? 0 : 24 * 60)

/** Returns what the family's phone would have stored of the day. */
export function recordsOf(day: LoggedDay) {
  const { date, woke, naps, night, wakings } = day
  const nightDate = isLate(day) ? addDays(date, 1) : date
  const counted = (record: ReturnType<typeof sleep>, wake_ups = 0) => ({ ...record, wake_ups })
  return [
    ...(woke === null ? [] : [counted(wakeUp(date, woke))]),
    ...naps.map(([start, end]) => counted(sleep('siesta', date, start, end))),
    counted(sleep('noche', nightDate, night[0], night[1]), wakings),
  ]
}

/** Counts every figure by hand from the days, and asks none of it of the app. */
export function meansOf(days: readonly LoggedDay[]): Means {
  const counting = days.filter(({ woke }) => woke !== null)
  // A night counts on the date it is logged on.
  const nightsOn = (date: LocalDate) =>
    days.filter((day) => (isLate(day) ? addDays(day.date, 1) : day.date) === date)
  const nightMin = ({ date }: LoggedDay) => sum(nightsOn(date).map(({ night }) => lengthOf(night)))
  const napMin = ({ naps }: LoggedDay) => sum(naps.map(lengthOf))
  const mean = (values: readonly number[]) => sum(values) / values.length
  return {
    total: Math.round(mean(counting.map((day) => nightMin(day) + napMin(day)))),
    night: Math.round(mean(counting.map(nightMin))),
    naps: Math.round(mean(counting.map(napMin))),
    napCount: toDecimal(mean(counting.map(({ naps }) => naps.length))),
    wakings: toDecimal(mean(counting.map(({ date }) => sum(nightsOn(date).map(({ wakings }) => wakings))))),
    bedtime: Math.round(mean(counting.map((day) => clock(day.night[0]) + (isLate(day) ? 24 * 60 : 0)))),
    woke: Math.round(mean(counting.map(({ woke }) => clock(woke ?? '')))),
  }
}

/** Writes a mean as the screen does. */
export function written(of: keyof Means, value: number): string {
  if (of === 'napCount' || of === 'wakings') return String(value).replace('.', ',')
  const [hours, minutes] = [Math.floor(value / 60), value % 60]
  if (of !== 'bedtime' && of !== 'woke') return `${hours}h ${minutes}m`
  return [hours % 24, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Says what changed as the screen does. */
export function changeInWords(of: keyof Means, week: number, before: number): string {
  const isCount = of === 'napCount' || of === 'wakings'
  const change = isCount ? toDecimal(week - before) : week - before
  if (change === 0) return 'igual'
  if (!isCount && Math.abs(change) < 5) return 'casi igual'
  const size = isCount ? written(of, Math.abs(change)) : lengthInWords(Math.abs(change))
  const isTime = of === 'bedtime' || of === 'woke'
  const [more, less] = isTime ? ['más tarde', 'antes'] : ['más', 'menos']
  return `${size} ${change > 0 ? more : less}`
}

function lengthInWords(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

function toDecimal(value: number): number {
  return Math.round(value * 10) / 10
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
