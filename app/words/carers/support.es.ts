import { givenName } from '../../../core/baby/age.ts'
import type { PlanDifference } from '../../../core/plan/plan-differences.ts'
import { type LocalDate, longDate } from '../../../core/time/time.ts'

// The words about the professional who looks after a family, for the family. They load with the parts that say them.

const babyIn = (name: string | null) => (name && givenName({ name })) || 'tu bebé'

/** Says a day as after «el»; this year's without its year. */
function dayOf(date: LocalDate, today: LocalDate): string {
  const said = longDate(date)
  return date.slice(0, 4) === today.slice(0, 4) ? said.replace(/ de \d+$/, '') : said
}

/** Says from when to when a support goes. @example 'del 3 de noviembre al 1 de diciembre' */
export function windowText(startsOn: LocalDate, endsOn: LocalDate, today: LocalDate): string {
  return `del ${dayOf(startsOn, today)} al ${dayOf(endsOn, today)}`
}

/** Makes a sentence of the hours as they were typed. @example 'De lunes a viernes, de 9 a 18.' */
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')}`

/** The lines on the diary of today. */
export const supportLines = {
  label: 'De tu profesional',
  request: (provider: string, baby: string | null) => `${provider} pide ver el sueño de ${babyIn(baby)}`,
  proposal: (name: string) => `${name} te propone un plan`,
  reply: (name: string | null) => `${name ?? 'Tu profesional'} ha contestado a tu pregunta`,
} as const

export const accessRequest = {
  title: (name: string, baby: string | null) => `${name} pide ver el sueño de ${babyIn(baby)}`,
  card: (name: string, provider: string) => `${name}, de ${provider}, pide ver el diario.`,
  read: 'Ver qué pide',
  who: (provider: string) => `Es profesional de ${provider}. Te escribe:`,
  sees: 'Qué verá',
  seesText: (baby: string | null) =>
    `El diario, el gráfico, la evolución y el plan, con el nombre y la edad de ${babyIn(baby)}. También tu email.`,
  never: 'Qué no',
  neverText:
    'Ni tu contraseña ni nada más de tu cuenta. Tampoco puede cambiar nada: solo proponerte un plan.',
  until: 'Hasta cuándo',
  untilText: (day: string) => `Hasta ${day}. Ese día se acaba solo.`,
  support: 'Vuestro acompañamiento',
  supportText: (window: string, hours: string) =>
    `${sentence(window)}${hours === '' ? '' : ` Contestan: ${hours.replace(/\.?$/, '.')}`}`,
  yours: 'Tú decides',
  yoursText:
    'Cada vez que mire, quedará apuntado en «Qué ha pasado». Y puedes quitarle el acceso cuando quieras, con un toque, en el plan.',
  accept: 'Dar acceso',
  answering: 'Un momento...',
  refuse: 'No, gracias',
  later: 'Decidir luego',
  offline: 'Sin conexión. Podrás contestar cuando haya red.',
  accepted: (name: string) => `${name} ya puede ver el diario`,
  refused: 'No le has dado acceso',
  refusedDetail: (name: string) => `${name} no ve nada.`,
  gone: 'Ya no hace falta contestar',
  goneDetail: 'La retiró, o ya se contestó en otro móvil.',
  failed: 'No se ha podido contestar',
} as const

export const supportWindow = {
  title: 'Vuestro acompañamiento',
  text: (window: string) => `${sentence(window)}`,
  hours: (hours: string) => `Contestan: ${hours.replace(/\.?$/, '.')}`,
  ask: 'Preguntar',
  questions: 'Preguntas y respuestas',
  newReplies: (count: number) => (count === 1 ? '1 respuesta nueva' : `${count} respuestas nuevas`),
} as const

export const questions = {
  title: 'Preguntas a tu profesional',
  field: 'Tu pregunta',
  hint: 'No es un chat de urgencias: si algo te preocupa de su salud, llama a tu pediatra.',
  send: 'Enviar',
  sending: 'Enviando...',
  sent: 'Pregunta enviada',
  sentDetail: 'Cuando contesten, lo verás en el diario.',
  failed: 'No se ha podido enviar',
  again: 'Vuelve a probar dentro de un momento.',
  full: 'Hoy ya has hecho muchas preguntas. Vuelve a probar mañana.',
  nobody: 'Ahora mismo ninguna profesional tiene acceso.',
  offline: 'Sin conexión. Lo que escribas se queda aquí hasta que haya red.',
  list: 'Lo que has preguntado',
  asked: (when: string) => `Preguntaste ${when}`,
  replied: (name: string | null, when: string) => `${name ?? 'Contestaron'} · ${when}`,
  waiting: 'Todavía sin respuesta.',
} as const

export const proposal = {
  title: (name: string) => `${name} te propone un plan`,
  table: 'Qué cambiaría',
  what: 'Qué cambia',
  now: 'Ahora',
  proposed: 'Propuesta',
  /** A nap that one of two plans doesn't have. */
  none: 'no hay',
  rest: 'Lo demás se queda como está.',
  same: 'Es igual que tu plan de ahora.',
  take: 'Probar este plan',
  decline: 'Ahora no',
  close: 'Decidir luego',
  taken: 'Este es ahora tu plan',
  takenDetail: (name: string) => `${name} sabrá que lo estás probando.`,
  declined: 'Tu plan se queda como está',
  part: ({ what, napNumber }: Pick<PlanDifference, 'what' | 'napNumber'>) => {
    if (what === 'bedtime') return 'Hora de dormir'
    if (what === 'nap') return `Siesta ${napNumber}`
    return napNumber === 0 ? 'Ventana tras despertar' : `Ventana tras la siesta ${napNumber}`
  },
} as const
