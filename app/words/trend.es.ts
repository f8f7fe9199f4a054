import { formatDuration } from '../../core/records/durations.ts'
import { DAYS_NEEDED, type FigureName } from '../../core/week/fortnight.ts'
import { wallTimeOf } from '../../core/week/sleep-diary.ts'
import type { SleepTrend, TrendChange } from '../../core/week/sleep-trend.ts'
import { change, weekComparison } from './week.es.ts'

// The words of «¿Va a mejor?», on the screen of the week and on paper.

type Sides = readonly [more: string, less: string]

const days = (count: number) => (count === 1 ? '1 día' : `${count} días`)
const duration: Write = formatDuration
const count: Write = weekComparison.count

type Write = (value: number) => string

interface FigureWords {
  name: string
  /** The same above a narrow column. */
  short: string
  /** Its value, as the table has it. */
  written: Write
  /** How it changed, beside its name. */
  changed: (by: number) => string
  /** The same as a sentence of its own. */
  sentence: (by: number) => string
}

const minutes = (by: number, sides: Sides) => change(by, sides).replaceAll(' ', '\u00a0')
const longer: Sides = ['más', 'menos']
const times = (by: number) => `${count(Math.abs(by))}\u00a0${Math.abs(by) === 1 ? 'vez' : 'veces'}`
const more = (by: number) => (by > 0 ? 'más' : 'menos')

const FIGURES: Readonly<Record<FigureName, FigureWords>> = {
  total: {
    name: 'Sueño al día',
    short: 'Sueño al día',
    written: duration,
    changed: (by) => change(by, longer),
    sentence: (by) => `Duerme ${minutes(by, longer)} al día.`,
  },
  night: {
    name: 'Noche',
    short: 'Noche',
    written: duration,
    changed: (by) => change(by, longer),
    sentence: (by) => `La noche dura ${minutes(by, longer)}.`,
  },
  stretch: {
    name: 'Tramo más largo sin despertar',
    short: 'Tramo más largo',
    written: duration,
    changed: (by) => change(by, longer),
    sentence: (by) => `Su tramo más largo sin despertar dura ${minutes(by, longer)}.`,
  },
  wakings: {
    name: 'Despertares al día',
    short: 'Despertares al día',
    written: count,
    changed: weekComparison.more,
    sentence: (by) => `Se despierta ${times(by)} ${more(by)} al día.`,
  },
  bedtime: {
    name: 'Suele dormirse',
    short: 'Suele dormirse',
    written: wallTimeOf,
    changed: weekComparison.later,
    sentence: (by) => `La noche empieza ${minutes(by, ['más tarde', 'antes'])}.`,
  },
  napMin: {
    name: 'Siestas',
    short: 'Siestas',
    written: duration,
    changed: (by) => change(by, longer),
    sentence: (by) => `Las siestas suman ${minutes(by, longer)} al día.`,
  },
  napCount: {
    name: 'Siestas al día',
    short: 'Siestas al día',
    written: count,
    changed: weekComparison.more,
    sentence: (by) =>
      `Hace ${count(Math.abs(by))} ${Math.abs(by) === 1 ? 'siesta' : 'siestas'} ${more(by)} al día.`,
  },
}

const SPREAD = { less: 'varía menos', more: 'varía más' } as const

/** What became noticeably different, a sentence each; none where all is about the same. */
export function trendSentences({ by, noticed, spread }: TrendChange): string[] {
  const sentences = noticed.map((name) => {
    const sentence = FIGURES[name].sentence(by[name] ?? 0)
    return name === 'bedtime' && spread !== null ? sentence.replace(/\.$/, ` y ${SPREAD[spread]}.`) : sentence
  })
  if (spread === null || noticed.includes('bedtime')) return sentences
  return [...sentences, `La hora a la que se duerme ${SPREAD[spread]}.`]
}

/** The words of the comparison of fortnights. */
export const trend = {
  title: '¿Va a mejor?',
  table: 'Los últimos 14 días frente a los anteriores y a los primeros',
  /** The last of all the days, on paper. */
  until: (date: string) => `Hasta el ${date}`,
  first: 'Los primeros 14',
  before: 'Los 14 anteriores',
  last: 'Los últimos 14',
  thanBefore: 'Frente a los 14 días anteriores',
  thanFirst: 'Frente a los 14 primeros días',
  nearlyEqual: 'Todo sigue casi igual.',
  figures: FIGURES,
  none: weekComparison.none,
  days,
  /** Where a figure has too few days: how many it has of how many it needs. */
  tooFew: (known: number) => `${known} de ${days(DAYS_NEEDED)}`,
  /** Half of the nights began in it. */
  between: (from: number, to: number) => `${wallTimeOf(from)}\u00a0–\u00a0${wallTimeOf(to)}`,
  changedBefore: (text: string) => `${text} que los anteriores`,
  few: (known: number) =>
    `Aún pocos días: en los últimos 14 hay ${known === 1 ? '1 completo' : `${known} completos`}, y para comparar hacen falta ${DAYS_NEEDED}.`,
  fewOf: (whose: 'before' | 'first', known: number) =>
    `${whose === 'before' ? 'De los 14 anteriores' : 'De los 14 primeros'} hay ${known === 1 ? '1 día completo' : `${known} días completos`}; para comparar hacen falta ${DAYS_NEEDED}.`,
  firstLater: 'Con seis semanas anotadas se compara también con los primeros 14 días.',
  firstWere: (period: string) => `Los primeros 14 días: ${period}.`,
  noStretch:
    'El tramo más largo sin despertar se ve aquí cuando apuntas los despertares con un toque durante la noche.',
  reading:
    'Cada punto es un día; la línea, lo habitual. Cuentan los días completos hasta ayer. Bajo «Suele dormirse», entre qué horas empezó la mitad de las noches.',
  /** In place of days that aren't here. */
  missing: {
    'on-its-way': 'Leyendo los meses anteriores…',
    failed: 'En este móvil falta parte del historial.',
  },
  /** In place of a comparison with them. */
  notCompared: {
    'on-its-way': 'Leyendo los meses anteriores…',
    failed: 'En este móvil falta parte del historial, y con una parte no se puede comparar.',
  },

  month: 'Cuatro semanas, día a día',
  monthTable: (period: string) => `Sueño de cada día, ${period}`,
  sleeps: 'Descansos, de 8h a 8h',
  notCounted: 'no cuenta',
  monthReading: 'En gris, los totales de los días que no están completos.',
} as const

/** Why a printed diary has no comparison, in one line. */
export function trendMissing({ isFew, last, before }: SleepTrend, isMissing: boolean): string {
  if (isMissing) return `${trend.title} ${trend.notCompared.failed}`
  const { known } = (isFew ? last : before).figures.total
  return `${trend.title} ${isFew ? trend.few(known) : trend.fewOf('before', known)}`
}
