import type { Brand } from '../brand.ts'
import { drawLetter, type Letter } from './letter.ts'
import type { Mail } from './mailer.ts'

/** What a mail is about. `link` is absolute; lives are in seconds. */
export type Occasion =
  | { kind: 'invite'; link: string; lifeSeconds: number }
  | { kind: 'signup' | 'recovery' | 'magiclink'; link: string; code: string; lifeSeconds: number }
  | {
      kind: 'email_change_current' | 'email_change_new'
      link: string
      code: string
      lifeSeconds: number
      newEmail: string
    }
  | { kind: 'reauthentication'; code: string; lifeSeconds: number }

/** Writes the mail of an occasion, in Spanish, as HTML and text. */
export function writeMail(occasion: Occasion, to: string, brand: Brand): Mail {
  return drawLetter(letterFor(occasion, brand), to, brand)
}

const NOT_YOU = 'Si no lo has pedido tú, no hagas nada: sin este email no puede entrar nadie.'

function letterFor(occasion: Occasion, brand: Brand): Letter {
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
        note: `El enlace vale ${duration(occasion.lifeSeconds)} y solo una vez. Si caduca, escríbenos a ${brand.supportEmail} y te enviamos otro.`,
      }
    case 'signup':
      return {
        subject: 'Confirma tu email',
        heading: 'Confirma tu email',
        paragraphs: [`Así sabemos que este buzón es tuyo y podrás entrar en ${product}.`],
        action: { label: 'Confirmar mi email', url: occasion.link },
        code: occasion.code,
        note: `${once} Si no has creado tú la cuenta, no hagas nada.`,
      }
    case 'recovery':
      return {
        subject: 'Elige una contraseña nueva',
        heading: 'Elige una contraseña nueva',
        paragraphs: [`Has pedido cambiar la contraseña con la que entras en ${product}.`],
        action: { label: 'Elegir otra contraseña', url: occasion.link },
        code: occasion.code,
        note: `${once} ${NOT_YOU}`,
      }
    case 'magiclink':
      return {
        subject: `Tu enlace para entrar en ${product}`,
        heading: `Entra en ${product}`,
        paragraphs: ['Con este enlace entras sin contraseña.'],
        action: { label: 'Entrar', url: occasion.link },
        code: occasion.code,
        note: `${once} ${NOT_YOU}`,
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
        code: occasion.code,
        note: `${once} Si no lo has pedido tú, no hagas nada.`,
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
        code: occasion.code,
        note: `${once} Si no lo has pedido tú, no confirmes y cambia tu contraseña.`,
      }
    case 'reauthentication':
      return {
        subject: `${occasion.code} es tu código de ${product}`,
        heading: 'Tu código',
        paragraphs: ['Escríbelo en la app para confirmar que eres tú.'],
        code: occasion.code,
        note: `${once} No se lo des a nadie. Si no lo has pedido tú, cambia tu contraseña.`,
      }
  }
}

/** «1 hora», «7 días», «90 minutos». */
function duration(seconds: number): string {
  const [amount, one, many] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'día', 'días']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hora', 'horas']
        : [Math.round(seconds / 60), 'minuto', 'minutos']
  return `${amount} ${amount === 1 ? one : many}`
}
