import { counted } from '../../../core/baby/age.ts'
import type { PlanDifference } from '../../../core/plan/plan-differences.ts'
import { type LocalDate, longDate } from '../../../core/time/time.ts'
import { DAYS_NEEDED } from '../../../core/week/fortnight.ts'
import { proposal } from '../carers/support.es.ts'

// The words of one family on the console, which only the provider's staff reads; the report is shown to the family too.

const days = (count: number) => (count === 1 ? '1 día completo' : `${count} días completos`)

export const familyPage = {
  opening: 'Abriendo la familia...',
  reading: 'Leyendo el diario...',
  unheard: 'No se ha podido abrir la familia',
  unheardText: 'El servidor no contesta. Vuelve a probar dentro de un momento.',
  again: 'Volver a probar',
  /** Of a part alone, under the family's name. */
  partUnheard: 'No se ha podido abrir esta parte',
  closed: {
    'not-let-in': {
      title: 'Esta familia no te da acceso',
      text: 'Para ver su diario, pídele acceso desde la lista de familias.',
    },
    ended: {
      title: 'Esta familia ya no te da acceso',
      text: 'Lo ha retirado, ha terminado el plazo o su cuenta está cerrada. De su diario no queda nada en este ordenador.',
    },
    'no-staff': {
      title: 'Tu cuenta ya no tiene acceso a la consola',
      text: 'Si trabajas aquí, pide a quien administra que te lo dé. De la familia no queda nada en este ordenador.',
    },
  },
  toFamilies: 'Ver las familias',
  offline: 'Sin conexión: se ve lo último que llegó.',
  loadFailed: 'No se ha podido leer el diario. Se sigue intentando.',
  parts: 'Partes de la familia',
  part: { diary: 'Diario', week: 'Semana', plan: 'Plan', support: 'Acompañamiento', report: 'Informe' },
  /** After the name of the part in which they stand. */
  openQuestions: (count: number) =>
    `con ${counted(count, 'pregunta sin contestar', 'preguntas sin contestar')}`,
  ageUnknown: 'edad sin anotar',
  account: 'Cuenta',
  of: (owner: string | null, email: string | null) => [owner, email].filter(Boolean).join(' · '),
  access: 'Acceso',
  until: (day: string) => `hasta ${day}`,
  support: 'Acompañamiento',
  supportDays: (from: LocalDate, to: LocalDate) => `del ${longDate(from)} al ${longDate(to)}`,
  noSupport: 'sin fechas',
  diaryBeside: 'Diario del día',
  weekBeside: 'La semana',
} as const

const LOST =
  'Ya no se puede guardar ni enviar, y al salir de esta página se pierde. Si te hace falta, cópialo.'

/** What was written for a family that has been closed meanwhile. */
export const unsent = {
  title: 'Sin enviar',
  /** In the list of families, which this one has left. */
  elsewhere: 'Te queda algo sin enviar para una familia que ya no te da acceso.',
  see: (number: number, count: number) => (count === 1 ? 'Verlo' : `Ver el ${number} de ${count}`),
  text: {
    'not-let-in': LOST,
    ended: LOST,
    'no-staff':
      'Ahora no se puede guardar ni enviar. Sigue aquí por si recuperas el acceso; si cierras la consola, se pierde. Si te hace falta, cópialo.',
  },
  kind: { note: 'Tu nota', reply: 'Tu respuesta', proposal: 'Tu propuesta', dates: 'Tus fechas' },
  copy: {
    note: 'Copiar tu nota',
    reply: 'Copiar tu respuesta',
    proposal: 'Copiar tu propuesta',
    dates: 'Copiar tus fechas',
  },
} as const

export const planHistoryWords = {
  inForce: 'Su plan de ahora',
  since: (date: LocalDate) => `Desde el ${longDate(date)}`,
  sinceStart: 'Desde el principio',
  period: (from: LocalDate | null, to: LocalDate) =>
    from === null ? `Hasta el ${longDate(to)}` : `Del ${longDate(from)} al ${longDate(to)}`,
  noPlan: 'Esta familia no tiene plan todavía.',
  title: 'Cómo ha cambiado',
  reading: 'Leyendo los planes anteriores...',
  unheard: 'No se han podido leer los planes anteriores.',
  again: 'Volver a probar',
  none: 'El plan no ha cambiado desde que se guarda su historia.',
  first: 'El más antiguo que se guarda',
} as const

/** One change of a plan, as a phrase of its own. */
export function planChangeText({ before, after, ...place }: PlanDifference): string {
  const part = proposal.part(place)
  if (before === null) return `${part}: nueva, ${after}`
  return after === null ? `${part}: ya no está` : `${part}: de ${before} a ${after}`
}

export const report = {
  title: 'Antes y después',
  kind: 'Informe del acompañamiento',
  print: 'Imprimir',
  preview: 'Informe para imprimir',
  back: 'Volver al informe',
  documentTitle: (name: string) => `Informe del acompañamiento de ${name}`,
  during: (from: LocalDate, to: LocalDate) => `Acompañamiento del ${longDate(from)} al ${longDate(to)}`,
  by: (name: string) => `Con ${name}`,
  noSupport: 'Para comparar el antes y el después hacen falta las fechas del acompañamiento.',
  toSupport: 'Poner las fechas',
  early: {
    before: (date: LocalDate) =>
      `Aún no: se puede comparar a partir del ${longDate(date)}, con 14 días acabados desde que empezó.`,
    first: (date: LocalDate) =>
      `Aún no: se puede comparar a partir del ${longDate(date)}, con 14 días acabados después de los 14 primeros.`,
  },
  short:
    'Este acompañamiento es demasiado corto: hacen falta 14 días de antes y 14 del final que no se pisen.',
  few: (side: 'earlier' | 'last', known: number) =>
    `${side === 'last' ? 'De los últimos 14 días' : 'De los 14 días con los que se compara'} hay ${days(known)}; hacen falta ${DAYS_NEEDED}.`,
  whole: 'Leyendo todo el historial...',
  than: {
    before: 'Frente a los 14 días antes de empezar',
    first: 'Frente a los 14 primeros días',
  },
  /** Which days stand on each side, and why these. */
  why: {
    before: (period: string) =>
      `Antes: ${period}, los 14 días anteriores al acompañamiento, cuando aún no se había cambiado nada.`,
    first: (period: string) =>
      `Al empezar: ${period}, los 14 primeros días del acompañamiento, porque de los anteriores hay menos de 7 completos.`,
  },
  lastWere: (period: string) => `Los últimos 14 días: ${period}.`,
  earlier: { before: 'Antes', first: 'Al empezar' },
  last: 'Los últimos 14 días',
  difference: 'Diferencia',
  figure: 'Dato',
  table: 'El sueño antes y al final del acompañamiento',
  unknown: '—',
  noStretch: 'El tramo más largo se sabe solo de las noches cuyos despertares se apuntan con un toque.',
  planTitle: 'Cambios del plan',
  planNone: 'El plan no cambió durante el acompañamiento.',
  planMore: (count: number) => `y ${count} ${count === 1 ? 'cambio' : 'cambios'} más`,
  planUnheard: 'No se han podido leer los cambios del plan.',
  onDay: (date: LocalDate) => longDate(date),
  notes: 'Notas',
  reading: 'Cuentan los días completos: acabados, con despertar y sueño. Cada punto es un día.',
} as const
