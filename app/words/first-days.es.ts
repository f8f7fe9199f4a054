import type { AgeProblem, BirthDateProblem } from '../../core/baby/age-entry.ts'
import type { AgeUnit } from '../../core/plan/first-days.ts'

/** The words of a family whose baby's age isn't known yet: on the diary, and on the card that asks for it. */
export const firstDays = {
  /** Stands after the baby's name while there is no age to show. */
  ageUnknown: 'edad sin anotar',
  title: 'Cuéntanos de tu bebé',
  why: 'Así verás cuánto sueño se recomienda a su edad.',
  born: 'Cuándo nació',
  by: { date: 'Por fecha', age: 'Por edad' },
  count: 'Edad',
  unit: 'En semanas, meses o años',
  units: { weeks: 'Semanas', months: 'Meses', years: 'Años' } satisfies Record<AgeUnit, string>,
  problems: {
    missing: 'Falta la edad.',
    'not-whole': 'Solo números enteros.',
    negative: 'No puede ser menos de 0.',
    'too-old': 'Como mucho, 18 años.',
    future: 'Ese día aún no ha llegado.',
  } satisfies Record<AgeProblem | BirthDateProblem, string>,
  /** Says how the typed age is understood. */
  age: (age: string) => `Tiene ${age}.`,
  about: (age: string, date: string) => `${age}: nació hacia el ${date}.`,
  naps: 'Siestas al día',
  usual: 'Lo habitual a su edad; puedes cambiarlo.',
  /** Differs from the words of the offer to install the app, which may stand below. */
  later: 'Más tarde',
  start: 'Empezar',
} as const
