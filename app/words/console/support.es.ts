import { type LocalDate, longDate } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { whenText } from '../carers/carers.es.ts'
import { asking } from './families.es.ts'

// The words of a family's support: what its consultant plans with it, and what the two say to each other.

export const support = {
  asking: 'Abriendo el acompañamiento...',
  unheard: 'El servidor no contesta. Se vuelve a probar cada minuto.',
  again: 'Volver a probar',
  notDone: 'No se ha podido hacer',
  tooMany: 'Ya son demasiados cambios para hoy con esta familia. Mañana se puede seguir.',
  notIn: 'Ya no tienes acceso a esta familia.',
  later: 'Vuelve a probar dentro de un momento.',
} as const

export const supportDates = {
  title: 'Fechas y horario',
  from: 'Desde',
  to: 'Hasta',
  hours: 'Cuándo respondes',
  hoursPlaceholder: 'De lunes a viernes, de 9:00 a 18:00',
  hoursHint: 'La familia lo lee junto a sus preguntas.',
  problem: {
    missing: 'Pon la fecha.',
    range: 'Tiene que ser entre 2000 y 2100.',
    late: 'Puede empezar, como mucho, dentro de un año.',
    order: 'El final es anterior al principio.',
    long: 'Como mucho, diez años.',
  },
  until: (day: string) => `La familia te deja ver su diario hasta ${day}.`,
  endsFirst: 'Ese permiso acaba antes que el acompañamiento: pídele más tiempo.',
  /** @param refusedAt null: the family hasn't answered. */
  asked: (askedAt: string, refusedAt: string | null, now: number) =>
    refusedAt === null
      ? `Le has pedido más tiempo ${whenText(askedAt, now, MADRID)}, y aún no ha contestado.`
      : `Le pediste más tiempo, y dijo que no ${whenText(refusedAt, now, MADRID)}.`,
  save: 'Guardar fechas',
  saved: 'Fechas guardadas',
  unknown: 'No sabemos si las fechas se han guardado',
  unknownDetail: 'Vuelve a pulsar «Guardar fechas»: valen las últimas.',
  now: {
    starts_on: (day: LocalDate) => `desde el ${longDate(day)}`,
    ends_on: (day: LocalDate) => `hasta el ${longDate(day)}`,
    hours: (hours: string) => (hours === '' ? 'sin horario' : `«${hours}»`),
  },
  noDate: 'sin fecha',
  /** @param now what is saved by now in the fields that were edited. */
  overtaken: (now: readonly string[]) =>
    `Ha cambiado mientras escribías. Ahora está guardado: ${now.join(', ')}. Si guardas, queda lo que pone aquí.`,
  overtakenTitle: 'Han cambiado mientras escribías',
  overtakenDetail: 'Mira lo que hay ahora antes de guardar.',
  replace: 'Guardar lo mío',
  discard: 'Dejar lo guardado',
  discarded: 'Se queda lo guardado',
  askLonger: 'Pedir más tiempo',
  purpose: 'Seguir viendo cómo duerme vuestro bebé hasta el final del acompañamiento.',
  askedLonger: asking.done,
  askedLongerDetail: 'La familia la verá en su app.',
  notAsked: asking.failed,
  refusals: {
    ...asking.refusals,
    unknown: 'Su cuenta no está abierta.',
    in: 'Ya te deja ver su diario hasta ese día.',
  },
} as const

export const note = {
  title: 'Notas',
  label: 'Tus notas sobre esta familia',
  private: 'Solo las ves tú. La familia no las ve nunca.',
  phase: {
    saved: 'Guardado',
    waiting: 'Escribiendo...',
    saving: 'Guardando...',
    unheard: 'Sin guardar: el servidor no contesta. Se vuelve a probar; no cierres esta página.',
    refused: 'Sin guardar: ya no tienes acceso a esta familia. Copia la nota antes de cerrar.',
    failed: 'Sin guardar: el servidor no admite este texto. Cámbialo, o cópialo antes de cerrar.',
    overtaken: 'Sin guardar: has escrito otra cosa en otra ventana. Elige qué se queda.',
  },
  other: 'Lo que escribiste en la otra ventana',
  keepBoth: 'Juntar las dos',
  keepMine: 'Dejar la de aquí',
  keepOther: 'Dejar la otra',
} as const

export const questions = {
  title: 'Preguntas',
  list: 'Preguntas de la familia',
  none: 'La familia no ha preguntado nada.',
  asked: (when: string) => `Preguntó ${when}`,
  reply: 'Tu respuesta',
  send: 'Responder',
  sent: 'Respuesta enviada',
  unknown: 'No sabemos si la respuesta ha llegado',
  unknownDetail: 'Vuelve a enviarla: la familia solo verá una.',
  replied: (name: string | null, when: string) => `${name ?? 'Respondida'}, ${when}`,
  change: 'Cambiar la respuesta',
  overtaken: (name: string | null) =>
    `${name ?? 'Alguien'} ha contestado mientras escribías. Si envías la tuya, la familia solo verá la tuya.`,
  overtakenTitle: 'Ya la han contestado',
  overtakenDetail: 'Lee esa respuesta antes de enviar la tuya.',
  replace: 'Poner la mía',
  discard: 'Descartar',
  discarded: 'Respuesta descartada',
  earlier: (count: number) => `Ver ${count === 1 ? 'la respondida' : `las ${count} respondidas`}`,
} as const

export const proposal = {
  title: 'Proponer un plan',
  text: 'La familia lo ve en su app y decide. Nada cambia hasta que acepta.',
  noPlan: 'El plan de la familia aún no ha llegado.',
  beginWith: 'Empezar con',
  beginHint: 'Una plantilla, o un plan de antes, pone sus siestas y sus ventanas; luego se cambian.',
  beginUnheard: 'No se han podido leer las plantillas.',
  presentPlan: 'Su plan de ahora',
  forAge: 'Para su edad',
  otherAges: 'Para otras edades',
  before: 'Sus planes de antes',
  sentence: 'En una frase',
  sentenceStart: { one: 'Un solo cambio: ', several: 'Varios cambios: ' },
  sentenceHint: (left: number) =>
    `Qué cambia y por qué. ${left === 1 ? 'Queda 1 carácter' : `Quedan ${left} caracteres`}.`,
  sentenceMissing: 'Escribe qué se propone: es lo primero que lee la familia.',
  noChange: 'Cambia algo del plan antes de proponerlo.',
  replaces: 'Ya hay una propuesta que espera. Esta ocupará su lugar.',
  propose: 'Proponer',
  discard: 'Empezar de nuevo',
  discarded: 'Has empezado de nuevo',
  begunAnew: 'Han cambiado las siestas y las ventanas',
  proposed: 'Propuesta enviada',
  proposedDetail: 'La familia la verá en su app.',
  unknown: 'No sabemos si la propuesta ha llegado',
  unknownDetail: 'Vuelve a pulsar «Proponer»: no se enviará dos veces.',
  answeredBefore: 'Ya la habías enviado, y ya no espera respuesta',
  answeredDetail: 'Está en «Propuestas». Si la envías otra vez, será una propuesta nueva.',
  earlier: 'Propuestas',
  none: 'Todavía no has propuesto nada.',
  became: (answer: 'taken' | 'declined' | 'withdrawn' | null, when: string) => {
    if (answer === 'taken') return `Aceptada ${when}`
    if (answer === 'declined') return `Rechazada ${when}`
    return answer === 'withdrawn' ? `Retirada ${when}` : 'Esperando respuesta'
  },
  sent: (when: string) => `Enviada ${when}`,
  withdraw: 'Retirar',
  withdrawOf: (sentence: string) => `Retirar la propuesta: ${sentence}`,
  withdrawTitle: '¿Retirar la propuesta?',
  withdrawText: 'Desaparece de la app de la familia.',
  withdrawn: 'Propuesta retirada',
  notWithdrawn: 'No se ha retirado',
  withdrawal: {
    unknown: 'No sabemos si se ha retirado',
    unknownDetail: 'Si sigue esperando respuesta, vuelve a retirarla.',
  },
  answeredFirst: (isTaken: boolean) =>
    isTaken ? 'La familia ya ha aceptado este plan.' : 'La familia ya ha contestado.',
} as const
