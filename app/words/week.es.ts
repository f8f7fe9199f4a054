import type { SleepStatus } from '../../core/baby/recommendations.ts'
import { formatDuration } from '../../core/records/durations.ts'

// The words of the week and of its days, beside those docs/rules.md gives, which are in screens.es.ts.

/** The words beside a day's total until the day can be judged. */
export const dayMarks = {
  underWay: 'En curso',
  noEnd: 'Noche sin hora de fin',
} as const

export const weekTable = {
  /** The status of a day with records that nothing judges: the age isn't known, or no sleep was logged. */
  notJudged: 'Sin valorar',
  /** A duration that is heard: of «h» and «m» a screen reader makes letters, or metres. */
  duration: (minutes: number) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    return [
      ...(hours === 0 ? [] : [hours === 1 ? '1 hora' : `${hours} horas`]),
      ...(rest === 0 && hours > 0 ? [] : [rest === 1 ? '1 minuto' : `${rest} minutos`]),
    ].join(' y ')
  },
} as const

export const weekAverage = {
  /** Shown when a day would count if its night were over. */
  firstDayHint: 'Un día cuenta cuando acaba su noche.',
} as const

/** The words of the chart «Patrón de Sueño». */
export const patternCard = {
  band: 'Recomendado',
  dot: 'Cada día',
  triangle: 'Promedio',
  ageUnknown: 'Pon su edad en el Plan y verás aquí lo recomendado.',
} as const

/** Minutes. A smaller difference lies within how exactly anybody logs, so it counts as none. */
const NEARLY_EQUAL_MIN = 5

/** Joins a number and its unit by a non-breaking space, so that they stay on one line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** Says of how many days a mean is. */
const completeDays = (count: number) => (count === 1 ? '1 día completo' : `${count} días completos`)

/** A difference in words, as '20 min más' for 20; `words` are those for more and for less. */
export function change(minutes: number, [more, less]: readonly [string, string]): string {
  if (minutes === 0) return 'igual'
  const size = Math.abs(minutes)
  if (size < NEARLY_EQUAL_MIN) return 'casi igual'
  return `${size < 60 ? `${size} min` : formatDuration(size)} ${minutes > 0 ? more : less}`
}

const AGAINST_RANGE: Readonly<Record<SleepStatus, string>> = {
  low: 'por debajo de lo recomendado',
  'in-range': 'dentro de lo recomendado',
  high: 'por encima de lo recomendado',
}

/** The words that compare a week with the one before it. */
export const weekComparison = {
  title: 'Frente a la semana anterior',
  table: 'Promedios de la semana y de la anterior',
  average: 'Promedio',
  week: (isPresent: boolean) => (isPresent ? 'Esta semana' : 'Esa semana'),
  before: 'La anterior',
  days: (count: number, isFew: boolean) => {
    if (count === 0) return 'sin días'
    return `${isFew ? 'solo ' : ''}${count === 1 ? '1 día' : `${count} días`}`
  },
  total: 'Sueño al día',
  night: 'Noche',
  napMin: 'Siestas',
  napCount: 'Siestas al día',
  wakeUps: 'Despertares',
  bedtime: 'Se duerme',
  wakeUp: 'Despierta',
  none: '—',
  count: (count: number) => String(count).replace('.', ','),
  longer: (minutes: number) => change(minutes, ['más', 'menos']),
  later: (minutes: number) => change(minutes, ['más tarde', 'antes']),
  more: (count: number) =>
    count === 0 ? 'igual' : `${String(Math.abs(count)).replace('.', ',')} ${count > 0 ? 'más' : 'menos'}`,
  whatCounts: 'Cuentan los días completos: con despertar, sueño y la noche acabada.',

  notBegun: 'Aún no hay días que comparar.',
  noDays: (isPresent: boolean) =>
    isPresent ? 'Esta semana aún no tiene ningún día completo.' : 'Esa semana no tiene ningún día completo.',
  fewDays: (days: number, isPresent: boolean, duration: string) =>
    `Con solo ${completeDays(days)}, ${isPresent ? 'esta semana duerme' : 'esa semana durmió'} ${unbroken(duration)} al día.`,
  answer: (isPresent: boolean, duration: string, status: SleepStatus | null) =>
    [
      `${isPresent ? 'Esta semana duerme' : 'Esa semana durmió'} ${unbroken(duration)} al día`,
      ...(status ? [AGAINST_RANGE[status]] : []),
    ].join(', '),
  thanBefore: (minutes: number) => `; ${unbroken(change(minutes, ['más', 'menos']))} que la anterior.`,
  fewBefore: (days: number) =>
    days === 0
      ? '; de la anterior no hay días completos.'
      : `; de la anterior solo hay ${completeDays(days)}.`,
} as const
