import type { Brand } from '../settings/brand.ts'

/**
 * Writes the message to send to a family whose account was just made. A null `password` means that they know it
 * already.
 */
export function familyText(
  account: { email: string; password: string | null; trialEndsAt: string | null },
  siteUrl: string,
  brand: Brand,
): string {
  const { email, password, trialEndsAt } = account
  const trial = trialEndsAt === null ? [] : [`La prueba dura hasta el ${longDate(trialEndsAt)}.`]
  return [
    `Hola: ya tienes tu cuenta de ${brand.product} para anotar las siestas y las noches de tu bebé.`,
    [
      `Entra en    ${siteUrl}`,
      `Email       ${email}`,
      `Contraseña  ${password ?? 'la que hemos acordado'}`,
    ].join('\n'),
    'Ábrelo en el móvil y añádelo a la pantalla de inicio: funciona también sin conexión.',
    ...trial,
    `¿Alguna duda? Escríbenos a ${brand.supportEmail}.`,
    `${brand.provider}`,
  ].join('\n\n')
}

const LONG_DATE = new Intl.DateTimeFormat('es', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Writes an RFC 3339 instant as its date in Madrid, such as «20 de diciembre de 2026». */
export function longDate(instant: string): string {
  return LONG_DATE.format(Date.parse(instant))
}
