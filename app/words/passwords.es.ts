// Words about passwords and the codes that stand in for one, which load after the session.

/** Under the field for the code of a mail. */
export const mailedCode = {
  sent: (email: string) => `Te lo hemos enviado a ${email}.`,
  /** Where no mail could leave now. */
  sentBefore: (email: string) => `Si hace poco te llegó uno a ${email}, aún vale.`,
  /** Where the server doesn't say whether one has left, as it would tell anybody who has an account. */
  perhapsSent: (email: string) =>
    `Vale el último que te haya llegado a ${email}. Si en unos minutos no hay ninguno, prueba dentro de una hora.`,
} as const

const WORDS_ARE_GOOD = 'Tres o cuatro palabras juntas son fáciles de recordar y difíciles de adivinar.'

export const passwordRule = {
  /** A null `min`: the least length isn't known here, and the server says it when it refuses a password. */
  hint: (min: number | null) =>
    min === null ? WORDS_ARE_GOOD : `Al menos ${min} caracteres. ${WORDS_ARE_GOOD}`,
  tooShort: (length: number, min: number | null) =>
    min === null
      ? 'Es demasiado corta.'
      : `Es demasiado corta: tiene ${length} ${length === 1 ? 'carácter' : 'caracteres'} y hacen falta al menos ${min}.`,
  tooLong: 'Es demasiado larga: caben 72 caracteres.',
  oneSided: 'Le faltan otros caracteres: mezcla minúsculas, mayúsculas, números y signos.',
  guessed:
    'Es fácil de adivinar: es de las más usadas, o sale de tu email o de nuestro nombre. Junta tres o cuatro palabras que solo tú juntarías.',
} as const

/** Said where nobody knows whether a password was taken. */
export const passwordUnknown = {
  title: 'No sabemos si se ha guardado',
  detail: 'Puede que ya valga la nueva. Vuelve a pulsar «Guardar contraseña».',
} as const
