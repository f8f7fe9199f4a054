// The words of a family's support: what its consultant plans with it, and what the two say to each other.

export const support = {
  asking: 'Abriendo el acompañamiento...',
  unheard: 'El servidor no contesta. Se vuelve a probar enseguida.',
  again: 'Volver a probar',
  notDone: 'No se ha podido hacer',
  tooMany: 'Ya son demasiados cambios para hoy con esta familia. Mañana se puede seguir.',
  notIn: 'La familia ya no te deja ver su diario.',
  later: 'Vuelve a probar dentro de un momento.',
} as const

export const supportWindow = {
  title: 'Fechas y horario',
  none: 'Sin fechas todavía.',
  from: 'Desde',
  to: 'Hasta',
  hours: 'Cuándo respondes',
  hoursPlaceholder: 'De lunes a viernes, de 9:00 a 18:00',
  hoursHint: 'La familia lo lee junto a sus preguntas.',
  order: 'El final es anterior al principio.',
  until: (day: string) => `La familia te deja ver su diario hasta ${day}.`,
  untilEnded: 'La familia te deja ver su diario hasta que lo quite.',
  endsFirst: 'Ese permiso acaba antes que el acompañamiento: habrá que pedirlo de nuevo.',
  save: 'Guardar fechas',
  saved: 'Fechas guardadas',
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
    refused: 'Sin guardar: la familia ya no te deja ver su diario. Copia la nota antes de cerrar.',
    failed: 'Sin guardar: el servidor no admite este texto. Cámbialo, o cópialo antes de cerrar.',
  },
} as const

export const questions = {
  title: 'Preguntas',
  list: 'Preguntas de la familia',
  none: 'La familia no ha preguntado nada.',
  asked: (when: string) => `Preguntó ${when}`,
  reply: 'Tu respuesta',
  send: 'Responder',
  sent: 'Respuesta enviada',
  replied: (name: string | null, when: string) => `${name ?? 'Respondida'}, ${when}`,
  change: 'Cambiar la respuesta',
  cancel: 'Dejarla como está',
  earlier: (count: number) => `Ver ${count === 1 ? 'la respondida' : `las ${count} respondidas`}`,
} as const

export const proposal = {
  title: 'Proponer un plan',
  text: 'La familia lo ve en su app y decide. Nada cambia hasta que acepta.',
  noPlan: 'El plan de la familia aún no ha llegado.',
  beginWith: 'Empezar con',
  beginHint: 'Una plantilla pone sus siestas y sus ventanas; luego se cambian.',
  presentPlan: 'Su plan de ahora',
  forAge: 'Para su edad',
  otherAges: 'Para otras edades',
  sentence: 'En una frase',
  sentenceStart: 'Elige un cambio: ',
  sentenceHint: (left: number) => `Qué cambia y por qué. Quedan ${left} letras.`,
  sentenceMissing: 'Escribe qué se propone: es lo primero que lee la familia.',
  noChange: 'Cambia algo del plan antes de proponerlo.',
  replaces: 'Ya hay una propuesta que espera. Esta ocupará su lugar.',
  propose: 'Proponer',
  discard: 'Empezar de nuevo',
  proposed: 'Propuesta enviada',
  proposedDetail: 'La familia la verá en su app.',
  earlier: 'Propuestas',
  none: 'Todavía no has propuesto nada.',
  became: (answer: 'taken' | 'declined' | 'withdrawn' | null, day: string) => {
    if (answer === 'taken') return `Aceptada ${day}`
    if (answer === 'declined') return `Ahora no (${day})`
    return answer === 'withdrawn' ? `Retirada ${day}` : 'Esperando respuesta'
  },
  sent: (when: string) => `Enviada ${when}`,
  withdraw: 'Retirar',
  withdrawOf: (sentence: string) => `Retirar la propuesta: ${sentence}`,
  withdrawTitle: '¿Retirar la propuesta?',
  withdrawText: 'Desaparece de la app de la familia.',
  withdrawn: 'Propuesta retirada',
} as const
