import type { Brand } from '../settings/brand.ts'
import type { Letter } from './letter.ts'

/**
 * Another password: beside the one of before, or by whoever came by a mail. Then open invitations of the family may
 * have been voided with it.
 */
export type ChangedPassword = 'password' | 'password-by-mail' | 'password-and-invitations'

/** Something of an account that its owner has to hear of. */
export interface ChangedAccount {
  what: ChangedPassword | 'email' | 'factor-on' | 'factor-off' | 'codes'
  /** The link by which the owner says that it wasn't them. */
  link: string
  /** The address that the account has now. */
  email: string
}

/** @param isOld the mail goes to an address that the account has no more. */
export function changeLetter(
  { what, link, email }: ChangedAccount,
  once: string,
  isOld: boolean,
  { product, supportEmail }: Brand,
): Letter {
  const [heading, ...paragraphs] = WORDS[what](product, email)
  const closes = what === 'factor-on' ? 'quitamos la verificación, cerramos' : 'cerramos'
  const help = isOld
    ? `Después escríbenos a ${supportEmail}: la cuenta ya no tiene este email.`
    : `Si no puedes abrirlo, escríbenos a ${supportEmail}.`
  return {
    subject: heading,
    heading,
    paragraphs: [
      ...paragraphs,
      'Si has sido tú, no tienes que hacer nada.',
      `¿No has sido tú? Pulsa el botón: ${closes} todas las sesiones y la contraseña de ahora deja de valer.`,
    ],
    action: { label: 'No he sido yo', url: link },
    smallPrint: `${once} ${help}`,
  }
}

type Words = (product: string, email: string) => [heading: string, ...paragraphs: string[]]

const PASSWORD: Words = (product) => [
  'Tu contraseña ha cambiado',
  `Acaba de cambiar la contraseña con la que entras en ${product}.`,
]

const WORDS: Readonly<Record<ChangedAccount['what'], Words>> = {
  password: PASSWORD,
  'password-by-mail': (product, email) => [
    ...PASSWORD(product, email),
    'Si la de antes la sabía otra persona, mira en Plan quién tiene acceso al diario.',
  ],
  'password-and-invitations': (product, email) => [
    ...PASSWORD(product, email),
    'Hemos anulado las invitaciones que estaban sin aceptar, por si las hizo otra persona. Si eran tuyas, puedes volver a hacerlas. Mira también en Plan quién tiene acceso al diario.',
  ],
  email: (product, email) => [
    'El email de tu cuenta ha cambiado',
    `Desde ahora se entra en ${product} con ${email}.`,
  ],
  'factor-on': (product) => [
    'Verificación en dos pasos activada',
    `Desde ahora, para entrar en ${product} hace falta también un código de tu aplicación de códigos.`,
  ],
  'factor-off': (product) => [
    'Verificación en dos pasos desactivada',
    `Para entrar en ${product} ya no hace falta el código de la aplicación de códigos.`,
  ],
  codes: (product) => [
    'Códigos de recuperación nuevos',
    `Se acaban de crear códigos nuevos para entrar en ${product} sin la aplicación de códigos. Los de antes ya no valen.`,
  ],
}
