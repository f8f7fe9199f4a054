import { counted } from '../../../core/baby/age.ts'

// The words of a plan that the staff edits: as a proposal to a family, or as a template.

export const planEditor = {
  now: 'Ahora',
  proposed: 'Propuesta',
  tape: 'El día, tal como queda',
  noDay: 'Con esas ventanas no hay día que dibujar.',
  same: 'Todavía no cambia nada del plan de ahora.',
  differences: 'Qué cambia',
  /** The line that opens all numbers of a plan. */
  summary: 'Ver este plan',
  malformed: 'Hay una ventana que no se entiende. Está marcada arriba.',
} as const

/** @example agesText(4, 6) // 'De 4 a 6 meses' */
export function agesText(fromMonths: number, toMonths: number): string {
  return `De ${fromMonths} a ${counted(toMonths, 'mes', 'meses')}`
}
