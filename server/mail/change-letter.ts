import type { Brand } from '../settings/brand.ts'
import type { Letter } from './letter.ts'

/** What went when an account was taken back, because somebody else may have begun it. */
export interface Voided {
  invitations: boolean
  emailChange: boolean
  /** Ways in by a provider at another address than the account's. */
  identities: boolean
}

/**
 * Something of an account that its owner hears of. A password is changed beside the one of before, by mail, or by the
 * administration.
 */
export type ChangedAccount = Told &
  (
    | { what: 'password' | 'email' | 'factor-on' | 'factor-off' | 'codes' }
    | { what: 'password-by-mail' | 'password-by-administration'; voided: Voided }
  )

interface Told {
  /** The link by which the owner says that it wasn't them. */
  link: string
  /** The address that the account has now. */
  email: string
}

const NOT_ME = 'No he sido yo'

/** @param isOld the mail goes to an address that the account has no more. */
export function changeLetter(account: ChangedAccount, once: string, isOld: boolean, brand: Brand): Letter {
  const { what, link, email } = account
  const { product, supportEmail } = brand
  const [heading, ...paragraphs] =
    'voided' in account ? takenBack(brand, account) : WORDS[account.what](product, email)
  const done = what === 'password-by-administration' ? 'lo has pedido' : 'has sido'
  const closes = what === 'factor-on' ? 'quitamos la verificación, cerramos' : 'cerramos'
  const help = isOld
    ? `Después escríbenos a ${supportEmail}: la cuenta ya no tiene este email.`
    : `Si no puedes abrirlo, escríbenos a ${supportEmail}.`
  return {
    subject: heading,
    heading,
    paragraphs: [
      ...paragraphs,
      `Si ${done} tú, no tienes que hacer nada.`,
      `Si no ${done} tú, pulsa «${NOT_ME}»: ${closes} todas las sesiones y la contraseña de ahora deja de valer.`,
    ],
    action: { label: NOT_ME, url: link },
    smallPrint: `${once} ${help}`,
  }
}

/** To the address of before, when the administration has given the account another and a password with it. */
export function givenBackLetter({ product, provider, supportEmail }: Brand): Letter {
  const heading = 'El email de tu cuenta ha cambiado'
  return {
    subject: heading,
    heading,
    paragraphs: [
      `${provider} ha puesto otro email y otra contraseña en tu cuenta de ${product} y ha cerrado todas las sesiones abiertas.`,
      'Si lo has pedido tú, no tienes que hacer nada.',
    ],
    smallPrint: `Si no lo has pedido tú, escríbenos a ${supportEmail}.`,
  }
}

type Words = [heading: string, ...paragraphs: string[]]

const password = (product: string): Words => [
  'Tu contraseña ha cambiado',
  `Acaba de cambiar la contraseña con la que entras en ${product}.`,
]

const givenPassword = (product: string, provider: string): Words => [
  'Tu contraseña ha cambiado',
  `${provider} ha puesto otra contraseña en tu cuenta de ${product} y ha cerrado todas las sesiones abiertas.`,
]

const EMAIL_CHANGE_VOIDED =
  'Hemos anulado el cambio de email que estaba sin confirmar, por si lo pidió otra persona. Si era tuyo, puedes volver a pedirlo.'
const INVITATIONS_VOIDED =
  'Hemos anulado las invitaciones que estaban sin aceptar, por si las hizo otra persona. Si eran tuyas, puedes volver a hacerlas. Mira también en Plan quién tiene acceso al diario.'
const IDENTITIES_REMOVED =
  'Hemos quitado la entrada con Google u otros servicios que no usan el email de tu cuenta, por si la añadió otra persona. Con uno que use ese email puedes entrar cuando quieras.'
const LOOK_WHO_IS_IN =
  'Si otra persona sabía tu contraseña anterior, mira en Plan quién tiene acceso al diario.'

const takenBack = (
  { product, provider }: Brand,
  { what, voided: { invitations, emailChange, identities } }: Extract<ChangedAccount, { voided: Voided }>,
): Words => [
  ...(what === 'password-by-mail' ? password(product) : givenPassword(product, provider)),
  ...(emailChange ? [EMAIL_CHANGE_VOIDED] : []),
  ...(identities ? [IDENTITIES_REMOVED] : []),
  invitations ? INVITATIONS_VOIDED : LOOK_WHO_IS_IN,
]

const WORDS: Readonly<
  Record<Exclude<ChangedAccount, { voided: Voided }>['what'], (product: string, email: string) => Words>
> = {
  password,
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
