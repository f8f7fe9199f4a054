import type { PlanDifference } from '../../../core/plan/plan-differences.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import { babyIn, dayOf } from './carers.es.ts'

// The words about the professional who looks after a family, for the family. They load with the parts that say them.

/** Says from when to when a support goes. @example 'Del 4 al 31 de agosto.' */
export function windowText(startsOn: LocalDate, endsOn: LocalDate, today: LocalDate): string {
  const [first, last] = [dayOf(startsOn, today), dayOf(endsOn, today)]
  if (startsOn === endsOn) return `El ${first}.`
  const isOneMonth = startsOn.slice(0, 7) === endsOn.slice(0, 7)
  return `Del ${isOneMonth ? Number(startsOn.slice(8)) : first} al ${last}.`
}

/** Says when questions are answered, as it was typed; '' where it wasn't. */
export const hoursText = (hours: string) =>
  hours === '' ? '' : `Contestan: ${hours.replace(/^De /, 'de ').replace(/\.?$/, '.')}`

/** What a professional sees of a family and of its account, and what never. */
export const professionalSees = {
  sees: 'Qué verá',
  seesText: (baby: string | null) =>
    `El diario, el gráfico, la evolución, los planes y lo que hayas preguntado (también lo de antes), con el nombre y la fecha de nacimiento de ${babyIn(baby, 'tu bebé')}. De tu cuenta: tu email, cómo te llamas y, si estás de prueba, hasta cuándo.`,
  never: 'Qué no verá',
  neverText: 'Tu contraseña. No puede cambiar el diario ni el plan: solo proponer.',
} as const

/** @param isLonger whoever asks is in already. */
function asksToSee(who: string, baby: string | null, isLonger: boolean): string {
  return `${who} pide ${isLonger ? 'seguir viendo' : 'ver'} el sueño de ${babyIn(baby, 'tu bebé')}`
}

/** The lines on the diary of today. */
export const supportLines = {
  label: 'De tu profesional',
  /** @param who the provider, or of several the name. */
  request: asksToSee,
  proposal: (name: string) => `${name} te propone un plan`,
  reply: (name: string) => `${name} ha contestado a tu pregunta`,
} as const

export const accessRequest = {
  title: asksToSee,
  card: (name: string, provider: string, isLonger: boolean) =>
    `${name}, de ${provider}, pide ${isLonger ? 'seguir viendo' : 'ver'} el diario.`,
  read: 'Ver qué pide',
  readOf: (name: string) => `Ver qué pide ${name}`,
  who: (provider: string) => `Es profesional de ${provider}. Te escribe:`,
  open: 'Lo que ya ve',
  openText: (name: string, day: string) =>
    `${name} ya ve el diario, hasta ${day}. Pide más tiempo: si dices que no, eso sigue igual.`,
  until: 'Hasta cuándo',
  untilText: (day: string) => `Hasta ${day}. Ese día se acaba solo.`,
  support: 'Tu acompañamiento',
  yours: 'Tú decides',
  yoursText:
    'Cada día que mire, quedará apuntado qué miró, en «Qué ha pasado». Y puedes quitarle el acceso cuando quieras, con un toque, en el plan.',
  accept: 'Dar acceso',
  answering: 'Un momento...',
  refuse: 'No, gracias',
  later: 'Decidir luego',
  offline: 'Sin conexión. Podrás contestar cuando haya red.',
  accepted: (name: string) => `${name} ya puede ver el diario`,
  refused: 'No le has dado acceso',
  refusedDetail: (name: string) => `${name} no ve nada.`,
  longer: (name: string, day: string) => ({
    title: 'Le has dado más tiempo',
    detail: `${name} ve el diario hasta ${day}.`,
  }),
  notLonger: (name: string, day: string) => ({
    title: 'No le has dado más tiempo',
    detail: `${name} sigue viendo el diario hasta ${day}.`,
  }),
  gone: (whoIsIn: string | null) => ({
    title: 'Ya no hace falta contestar',
    detail: whoIsIn
      ? `${whoIsIn} ya puede ver el diario.`
      : 'La petición se retiró, caducó o ya se contestó en otro móvil.',
  }),
  failed: 'No se ha podido contestar',
} as const

export const supportWindow = {
  title: 'Tu acompañamiento',
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
  unknown: {
    title: 'No sabemos si se ha enviado',
    detail: 'Vuelve a probar en un momento: no llegará dos veces.',
  },
  full: 'Hoy ya has hecho muchas preguntas. Vuelve a probar mañana.',
  nobody: (provider: string) => `Ahora mismo nadie de ${provider} tiene acceso.`,
  offline: 'Sin conexión. Lo que escribas se queda aquí hasta que haya red.',
  list: 'Lo que has preguntado',
  asked: (when: string) => `Preguntaste ${when}`,
  replied: (name: string, when: string) => `${name} · ${when}`,
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
  decline: 'Seguir con mi plan',
  close: 'Decidir luego',
  taken: 'Este es ahora tu plan',
  takenDetail: (name: string) => `${name} sabrá que lo estás probando.`,
  declined: 'Tu plan se queda como está',
  declinedDetail: (name: string) => `${name} lo sabrá.`,
  part: ({ what, napNumber }: Pick<PlanDifference, 'what' | 'napNumber'>) => {
    if (what === 'bedtime') return 'Hora de dormir'
    if (what === 'nap') return `Siesta ${napNumber}`
    return napNumber === 0 ? 'Ventana tras despertar' : `Ventana tras la siesta ${napNumber}`
  },
} as const
