import { ageOn, ageText, counted } from '../../../core/baby/age.ts'
import type { Attention } from '../../../core/overview/family-overview.ts'
import type { OverviewDay } from '../../../core/overview/overview-day.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import { addDays, type LocalDate, localDateAt, longDate, type TimeZone } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { dayText, whenText } from '../carers/carers.es.ts'

// The words of the list of families that the staff sees, and of asking a family for leave to look.

/** A calendar day within a sentence, this year's without its year. */
function onDay(date: LocalDate, today: LocalDate): string {
  const said = longDate(date)
  return date.slice(0, 4) === today.slice(0, 4) ? said.replace(/ de \d+$/, '') : said
}

const REASONS: Readonly<Record<Attention, string>> = {
  question: 'Espera respuesta',
  silent: 'Dos días sin anotar',
  'under-range': 'Tres días por debajo',
  'wakings-up': 'Despierta más',
  'plan-apart': 'Su ritmo no es el del plan',
}

const STATUSES = [
  ['under', 'por debajo'],
  ['within', 'en el rango'],
  ['over', 'por encima'],
  ['unknown', 'sin juzgar'],
] as const

export const families = {
  title: 'Familias',
  asking: 'Buscando familias...',
  count: (found: number, total: number) =>
    found === total
      ? counted(total, 'familia', 'familias')
      : `${found} de ${counted(total, 'familia', 'familias')}`,
  reading: (read: number, total: number) => `Leyendo los diarios: ${read} de ${total}`,
  away: 'Sin contacto con el servidor. Se vuelve a intentar.',
  closed: 'Tu cuenta ya no tiene acceso a la consola. Vuelve a entrar.',
  search: 'Buscar',
  searchHint: 'Bebé, familia o email',
  order: 'Ordenar por',
  orders: {
    attention: 'Lo que conviene mirar',
    name: 'Nombre',
    'last-entry': 'Última anotación',
    age: 'Edad',
    'support-end': 'Fin del acompañamiento',
  },
  key: 'Sueño de 14 días',
  keyParts: [
    ['under', 'por debajo'],
    ['over', 'por encima'],
    ['unknown', 'sin juzgar'],
  ],
  notFound: (query: string) => `Ninguna familia coincide con «${query}».`,
  none: 'Todavía no hay ninguna familia',
  noneText:
    'Pide acceso a una familia con el email de su cuenta. Le saldrá la petición en la app, con para qué es y hasta cuándo, y cuando diga que sí aparecerá aquí.',
  noneWaiting:
    'Has pedido acceso y aún no hay respuesta. Cuando la familia diga que sí, aparecerá aquí sin que hagas nada.',
  age: (birthDate: LocalDate | null, now: number, zone: TimeZone) =>
    birthDate === null ? 'Edad sin poner' : ageText(ageOn(birthDate, localDateAt(now, zone))),
  access: (until: string | null, now: number) =>
    // Access ends with the first moment of a day, which is said by the day before.
    until === null ? 'Acceso sin fecha de fin' : `Acceso hasta ${lastDayOf(until, now)}`,
  support: (starts: LocalDate, ends: LocalDate, now: number) => {
    const today = localDateAt(now, MADRID)
    if (ends < today) return `Acompañamiento acabado el ${onDay(ends, today)}`
    return starts > today
      ? `Acompañamiento desde el ${onDay(starts, today)}`
      : `Acompañamiento hasta el ${onDay(ends, today)}`
  },
  trial: (ends: string, now: number) => `De prueba hasta ${dayText(ends, now, MADRID)}`,
  noSupport: 'Sin acompañamiento',
  lastEntry: 'Última anotación:',
  lastEntryAt: (at: number | null, now: number, zone: TimeZone) =>
    at === null ? 'Aún no ha anotado' : whenText(new Date(at).toISOString(), now, zone),
  unread: 'Leyendo...',
  reason: (reason: Attention, isEmpty: boolean) =>
    reason === 'silent' && isEmpty ? 'Sin anotaciones' : REASONS[reason],
  reasons: 'Conviene mirar',
  noReason: 'Nada que mirar',
  fortnight: (days: readonly OverviewDay[]) => {
    const logged = days.filter(({ minutes }) => minutes !== null)
    const judged = STATUSES.map(([status, name]) => {
      const count = logged.filter((day) => day.status === status).length
      return count === 0 ? null : `${count} ${name}`
    })
    const empty = days.length - logged.length
    const parts = [...judged.filter((part) => part !== null), ...(empty > 0 ? [`${empty} sin anotar`] : [])]
    const last = logged.findLast(({ status }) => status !== 'unknown')
    const slept = last ? `. El último día completo, ${formatDuration(last.minutes)}` : ''
    return `Últimos 14 días: ${parts.join(', ')}${slept}`
  },
} as const

/** The last whole day before an instant that ends something. */
function lastDayOf(until: string, now: number): string {
  return dayText(new Date(Date.parse(until) - 1).toISOString(), now, MADRID)
}

/** How long the access goes on after the support, which the database decides. */
const DAYS_AFTER_SUPPORT = 30

export const asking = {
  open: 'Pedir acceso',
  title: 'Pedir acceso a una familia',
  email: 'Email de la familia',
  emailHint: 'El de su cuenta en la app.',
  purpose: 'Para qué',
  purposeOffered: 'Ver cómo duerme vuestro bebé y acompañaros durante el plan de sueño.',
  starts: 'Acompañamiento desde',
  ends: 'Hasta',
  hours: 'Horario de respuesta',
  hoursHint: 'Cuándo contestas sus preguntas.',
  hoursOffered: 'De lunes a viernes, de 9:00 a 18:00',
  preview: 'La familia leerá',
  previewText: (name: string, ends: LocalDate) =>
    `${name} pide ver el diario, el gráfico y el plan, sin poder cambiar nada, hasta el ${longDate(addDays(ends, DAYS_AFTER_SUPPORT))}: 30 días después de acabar el acompañamiento. Podéis quitarle el acceso cuando queráis, y cada día que mire quedará apuntado qué miró.`,
  wrongOrder: 'El acompañamiento tiene que acabar después de empezar, y no antes de hoy.',
  submit: 'Pedir acceso',
  submitting: 'Pidiendo...',
  done: 'Petición enviada',
  doneDetail: (email: string) => `${email} la verá en su app.`,
  failed: 'No se ha podido pedir',
  again: 'Vuelve a probar dentro de un momento.',
  offline: 'No hay conexión con el servidor.',
  refusals: {
    unknown: 'No hay ninguna cuenta abierta con ese email. Comprueba que es el que usa la familia en la app.',
    own: 'Ese es tu propio email. Escribe el de la familia.',
    in: 'Esta familia ya te ha dado acceso: búscala en la lista.',
    asked: 'Ya se lo has pedido y aún no ha contestado. Puedes retirar la petición y hacer otra.',
    refused:
      'Esta familia ha dicho que no hace menos de una semana. Habla con ella antes de volver a pedirlo.',
  },
  requests: 'Peticiones sin contestar',
  asked: (at: string, now: number) => `pedida ${whenText(at, now, MADRID)}`,
  withdraw: 'Retirar',
  withdrawOf: (email: string) => `Retirar la petición a ${email}`,
  withdrawn: 'Petición retirada',
  notWithdrawn: 'No se ha podido retirar',
} as const
