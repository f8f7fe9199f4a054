import { ageOn, ageText, counted } from '../../../core/baby/age.ts'
import type { Attention } from '../../../core/overview/family-overview.ts'
import type { OverviewDay } from '../../../core/overview/overview-day.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import { DAY_MS, type LocalDate, localDateAt, type TimeZone } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { dayOf, dayText, untilText, whenText } from '../carers/carers.es.ts'

// The words of the list of families that the staff sees, and of asking a family for leave to look.

const REASONS: Readonly<Record<Exclude<Attention, 'silent'>, string>> = {
  question: 'Espera respuesta',
  'under-range': 'Tres días por debajo',
  'wakings-up': 'Más despertares',
  'plan-apart': 'Su ritmo no es el del plan',
}

const STATUSES = [
  ['under', 'por debajo'],
  ['within', 'en el rango'],
  ['over', 'por encima'],
  ['unknown', 'sin valorar'],
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
    ['unknown', 'sin valorar'],
  ],
  notFound: (query: string) => `Ninguna familia coincide con «${query}».`,
  none: 'Todavía no hay ninguna familia',
  noneText:
    'Pide acceso a una familia con el email de su cuenta. Verá la petición en la app, con el motivo y hasta cuándo, y cuando diga que sí aparecerá aquí.',
  noneWaiting:
    'Has pedido acceso y aún no hay respuesta. Cuando la familia diga que sí, aparecerá aquí sin que hagas nada.',
  age: (birthDate: LocalDate | null, now: number, zone: TimeZone) =>
    birthDate === null ? 'Sin fecha de nacimiento' : ageText(ageOn(birthDate, localDateAt(now, zone))),
  access: (until: string, now: number) => `Acceso hasta ${untilText(until, now, MADRID)}`,
  support: (starts: LocalDate, ends: LocalDate, now: number) => {
    const today = localDateAt(now, MADRID)
    if (ends < today) return `Acompañamiento terminado el ${dayOf(ends, today)}`
    return starts > today
      ? `Acompañamiento desde el ${dayOf(starts, today)}`
      : `Acompañamiento hasta el ${dayOf(ends, today)}`
  },
  trial: (ends: string, now: number) => `De prueba hasta ${dayText(ends, now, MADRID)}`,
  noSupport: 'Sin acompañamiento',
  lastEntry: 'Última anotación:',
  /** Null: nothing in the weeks that a summary tells of. There may have been something before. */
  lastEntryAt: (at: number | null, now: number, zone: TimeZone) =>
    at === null ? 'ninguna en las últimas tres semanas' : whenText(new Date(at).toISOString(), now, zone),
  unread: 'Leyendo...',
  noName: 'Sin nombre',
  reason: (reason: Attention, lastEntryAt: number | null, now: number) =>
    reason === 'silent' ? silentText(lastEntryAt, now) : REASONS[reason],
  reasons: 'Conviene mirar',
  noReason: 'Sin avisos',
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

function silentText(lastEntryAt: number | null, now: number): string {
  if (lastEntryAt === null) return 'Sin anotaciones en tres semanas'
  return `${counted(Math.floor((now - lastEntryAt) / DAY_MS), 'día', 'días')} sin anotar`
}

export const asking = {
  open: 'Pedir acceso',
  title: 'Pedir acceso a una familia',
  email: 'Email de la familia',
  emailHint: 'El de su cuenta en la app.',
  purpose: 'Motivo',
  purposeOffered: 'Ver cómo duerme vuestro bebé y acompañaros durante el plan de sueño.',
  starts: 'Acompañamiento desde',
  ends: 'Hasta',
  hours: 'Horario de respuesta',
  hoursHint: 'Cuándo contestas sus preguntas.',
  hoursOffered: 'De lunes a viernes, de 9:00 a 18:00',
  preview: 'La familia leerá',
  purposeMissing: 'Escribe para qué pides el acceso: la familia lo lee antes de decidir.',
  wrongOrder: 'El acompañamiento tiene que acabar después de empezar, y no antes de hoy.',
  submit: 'Pedir acceso',
  submitting: 'Pidiendo...',
  discarded: 'Petición descartada',
  done: 'Petición enviada',
  doneDetail: (email: string) => `${email} la verá en su app.`,
  failed: 'No se ha podido pedir',
  failedOf: (email: string) => `No se ha podido pedir acceso a ${email}`,
  lost: (email: string) => ({
    unknown: `No sabemos si la petición a ${email} ha llegado`,
    unknownDetail: 'Vuelve a pedirlo: la familia solo verá una petición.',
  }),
  again: 'Vuelve a probar dentro de un momento.',
  notStaff: 'Tu cuenta ya no tiene acceso a la consola.',
  tooMany:
    'Has llegado al máximo de peticiones de hoy: 200 en total y 10 a cada familia. Vuelve a probar mañana.',
  refusals: {
    unknown: 'No hay ninguna cuenta abierta con ese email. Comprueba que es el que usa la familia en la app.',
    own: 'Ese es tu propio email. Escribe el de la familia.',
    in: 'Esta familia ya te ha dado acceso: búscala en la lista.',
    asked: 'Ya se lo has pedido y aún no ha contestado. Puedes retirar la petición y hacer otra.',
    refused:
      'Esta familia ha dicho que no hace menos de una semana. Habla con ella antes de volver a pedirlo.',
  },
  isIn: (day: string) =>
    `Esta familia ya te deja ver su diario hasta ${day}. Para pedirle más tiempo, abre su página y ve a «Acompañamiento».`,
  requests: 'Peticiones sin contestar',
  asked: (at: string, now: number) => `pedida ${whenText(at, now, MADRID)}`,
  withdraw: 'Retirar',
  withdrawOf: (email: string) => `Retirar la petición a ${email}`,
  withdrawn: 'Petición retirada',
  answered: 'La familia ya ha contestado.',
  notWithdrawn: 'No se ha podido retirar',
  withdrawal: {
    unknown: 'No sabemos si se ha retirado',
    unknownDetail: 'Si sigue en la lista, vuelve a retirarla.',
  },
} as const

/** Who doesn't let the consultant in, or not any more. */
export const closedFamilies = {
  title: (count: number) =>
    `${counted(count, 'familia', 'familias')} sin acceso desde hace menos de dos semanas`,
  list: 'Familias sin acceso',
  invited: 'Una familia que te había invitado',
  why: {
    refused: (at: string, now: number) => `dijo que no ${whenText(at, now, MADRID)}`,
    ended: (at: string, now: number) => `el acceso terminó ${whenText(at, now, MADRID)}`,
  },
  accountClosed: 'su cuenta está cerrada',
} as const
