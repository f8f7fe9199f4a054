import type { Brand } from '../settings/brand.ts'
import { type ChangedAccount, changeLetter } from './change-letter.ts'
import { drawLetter, type Letter } from './letter.ts'
import type { Mail } from './mailer.ts'

/** What every mail with a link needs. */
interface Linked {
  /** The absolute URL that the button leads to. */
  link: string
  code: string
  /** How long the link is valid, in seconds. The code is valid as long, unless the occasion says otherwise. */
  lifeSeconds: number
  /**
   * The app's address as people type it, for mails whose code can be typed in the app. It is null when another program
   * asked for the mail.
   */
  app: string | null
}

export type Occasion =
  | ({ kind: 'invite'; codeLifeSeconds: number } & Linked)
  /** `isFirst` means that the person was invited and has never had a password. */
  | ({ kind: 'recovery'; isFirst: boolean } & Linked)
  | ({ kind: 'signup' | 'magiclink' } & Linked)
  | ({ kind: 'email_change_current' | 'email_change_new'; newEmail: string } & Linked)
  | { kind: 'reauthentication'; code: string; lifeSeconds: number }
  | ({ kind: 'changed'; lifeSeconds: number } & ChangedAccount)

/** Writes the mail of an occasion, in Spanish, as text and HTML. */
export function writeMail(occasion: Occasion, to: string, brand: Brand): Mail {
  return drawLetter(letterFor(occasion, to, brand), to, brand)
}

const NOT_YOU = 'Si no lo has pedido tú, no hagas nada: sin este email no puede entrar nadie.'

function letterFor(occasion: Occasion, to: string, brand: Brand): Letter {
  const once = `Vale ${duration(occasion.lifeSeconds)} y solo una vez.`
  const { product, provider } = brand
  switch (occasion.kind) {
    case 'invite':
      return {
        subject: `Tu cuenta de ${product}`,
        heading: `Tu cuenta de ${product} está lista`,
        paragraphs: [
          `${provider} te ha creado una cuenta para anotar las siestas y las noches de tu bebé.`,
          'Solo falta que elijas tu contraseña.',
        ],
        action: { label: 'Elegir mi contraseña', url: occasion.link },
        ...invitationCode(occasion, brand),
      }
    case 'signup':
      return {
        subject: 'Confirma tu email',
        heading: 'Confirma tu email',
        paragraphs: [`Así sabemos que este buzón es tuyo y podrás entrar en ${product}.`],
        action: { label: 'Confirmar mi email', url: occasion.link },
        code: { digits: occasion.code, lead: codeLead(null) },
        smallPrint: `${once} Si no has creado tú la cuenta, no hagas nada.`,
      }
    case 'recovery': {
      const [heading, paragraph, label] = occasion.isFirst
        ? ['Elige tu contraseña', `Con ella y con este email entrarás en ${product}.`, 'Elegir mi contraseña']
        : [
            'Elige una contraseña nueva',
            `Has pedido cambiar la contraseña con la que entras en ${product}.`,
            'Elegir otra contraseña',
          ]
      return {
        subject: heading,
        heading,
        paragraphs: [paragraph],
        action: { label, url: occasion.link },
        code: { digits: occasion.code, lead: codeLead(occasion.app, FORGOTTEN) },
        smallPrint: `${once} ${NOT_YOU}`,
      }
    }
    case 'magiclink':
      return {
        subject: `Tu enlace para entrar en ${product}`,
        heading: `Entra en ${product}`,
        paragraphs: ['Con este enlace entras sin contraseña.'],
        action: { label: 'Entrar', url: occasion.link },
        code: { digits: occasion.code, lead: codeLead(null) },
        smallPrint: `${once} ${NOT_YOU}`,
      }
    case 'email_change_new':
      return {
        subject: 'Confirma tu email nuevo',
        heading: 'Confirma tu email nuevo',
        paragraphs: [
          `Has pedido entrar en ${product} con esta dirección.`,
          'Hemos enviado otro email a la de antes: el cambio se hace cuando confirmas los dos.',
        ],
        action: { label: 'Confirmar este email', url: occasion.link },
        code: { digits: occasion.code, lead: codeLead(occasion.app, ACCOUNT) },
        smallPrint: `${once} Si no lo has pedido tú, no hagas nada.`,
      }
    case 'email_change_current':
      return {
        subject: 'Confirma el cambio de email',
        heading: 'Vas a cambiar de email',
        paragraphs: [
          `Has pedido entrar en ${product} con ${occasion.newEmail} en vez de con esta dirección.`,
          'El cambio se hace cuando confirmas en los dos buzones.',
        ],
        action: { label: 'Confirmar el cambio', url: occasion.link },
        code: { digits: occasion.code, lead: codeLead(occasion.app, ACCOUNT) },
        smallPrint: `${once} Si no lo has pedido tú, no confirmes y cambia tu contraseña.`,
      }
    case 'reauthentication':
      return {
        subject: `${occasion.code} es tu código de ${product}`,
        heading: 'Tu código',
        paragraphs: ['Escríbelo en la app para confirmar que eres tú.'],
        code: { digits: occasion.code },
        smallPrint: `${once} No se lo des a nadie. Si no lo has pedido tú, cambia tu contraseña.`,
      }
    case 'changed':
      return changeLetter(occasion, once, to !== occasion.email, brand)
  }
}

/** These two say where in the app the code can be typed. */
const FORGOTTEN = 'en «¿Olvidaste tu contraseña?», «Tengo un código»'
const ACCOUNT = 'en «Plan», «Cuenta»'

function codeLead(app: string | null, where = ''): string {
  return app === null ? 'O escribe este código:' : `O escribe este código en la app (${app}), ${where}:`
}

/**
 * Writes the code and the small print of an invitation. The code is valid for a shorter time than the link, because six
 * digits are easier to guess.
 */
function invitationCode(
  { app, code, lifeSeconds, codeLifeSeconds }: Extract<Occasion, { kind: 'invite' }>,
  { supportEmail }: Brand,
): Pick<Letter, 'code' | 'smallPrint'> {
  const life = `El enlace vale ${duration(lifeSeconds)} y solo una vez`
  const help = `escríbenos a ${supportEmail} y te enviamos otro.`
  if (app === null) return { smallPrint: `${life}. Si caduca, ${help}` }
  return {
    code: { digits: code, lead: codeLead(app, FORGOTTEN) },
    smallPrint: `${life}; el código, ${duration(codeLifeSeconds)}. Si caducan, desde el mismo enlace puedes pedir otro email; y si no llega, ${help}`,
  }
}

/** Writes a duration in Spanish, such as «1 hora», «7 días» or «90 minutos». */
function duration(seconds: number): string {
  const [amount, one, many] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'día', 'días']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hora', 'horas']
        : [Math.round(seconds / 60), 'minuto', 'minutos']
  return `${amount} ${amount === 1 ? one : many}`
}
