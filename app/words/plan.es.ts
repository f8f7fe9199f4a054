import type { AgeProblem, BirthDateProblem } from '../../core/baby/age-entry.ts'
import { theHour } from './screens.es.ts'

// The words of the plan screen that docs/rules.md doesn't give; those it gives are in screens.es.ts.

export const birth = {
  date: 'Fecha de nacimiento',
  weeks: 'Semanas',
  or: 'O la edad que tiene hoy',
  /** Says how a typed age is understood: 18 months are '1 año y 6 meses'. */
  reads: (age: string) => `Tiene ${age}.`,
  problem: (field: string, problem: string) => `${field}: ${problem}`,
  unknown: 'Aún no sabemos su edad. Con la fecha o la edad verás el sueño recomendado.',
} as const

export const birthDateProblems: Readonly<Record<BirthDateProblem, string>> = {
  missing: 'Falta la fecha.',
  future: 'Ese día aún no ha llegado.',
  'too-old': 'Revisa el año: como mucho, 18 años.',
}

export const ageProblems: Readonly<Record<AgeProblem, string>> = {
  'not-whole': 'solo números enteros.',
  negative: 'no puede ser menos de 0.',
  'too-old': 'como mucho, 18 años en total.',
}

/** The one explanation of «ventana de sueño», the same wherever it is needed. */
export const wakeWindowExplained = 'Ventana de sueño: el tiempo que aguanta despierto.'

/** What is known of wake windows (docs/evidence.md). It stands wherever they are explained. */
export const wakeWindowEvidence = 'Tiempos orientativos: no hay estudios que los midan.'

/** The words under and over the ribbon of the plan. */
export const planTape = {
  caption: (wakeUp: string, isUsual: boolean, bedtime: string) =>
    `Despertar de ${isUsual ? 'estos días' : 'ejemplo'}, ${wakeUp} · noche, ${bedtime}`,
  spoken: (naps: readonly { start: string; end: string }[], bedtime: string) =>
    `${naps.map(({ start, end }, index) => `Siesta ${index + 1} de ${start} a ${end}`).join(', ')}; noche desde ${theHour(bedtime)}.`,
} as const

export const remindersExplained =
  'Solo avisa con la app abierta en este móvil. Si la dejas de fondo puede tardar o no llegar; si la cierras, no llega ninguno.'
