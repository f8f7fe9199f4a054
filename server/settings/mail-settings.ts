import { resolve } from 'node:path'
import type { Brand } from './brand.ts'
import { ConfigError, type Environment, integer, onOff, text } from './environment.ts'
import { isThisMachine } from './this-machine.ts'

/** How mails leave the server. */
export interface MailSettings {
  /** The mail server's address, or null when there is none. */
  smtpUrl: string | null
  /** A mail server that offers no encryption gets no mail: live links and codes are in them, and its own password. */
  requireTls: boolean
  /** The absolute path of the folder that mails are written to without `smtpUrl`. With neither, mails are printed. */
  dir: string | null
  /** False when a mail that can go nowhere is refused, lest its link or code stand in a log that others read. */
  mayPrint: boolean
  /** The sender. A name may hold signs that mean something in a header: whoever writes one has to quote it. */
  from: { name: string; address: string }
  /** The least time between two mails of one kind to one person, in seconds. */
  intervalSeconds: number
  /** How many mails the whole server may send in an hour. It only counts with AUTH_RATE_LIMITS. */
  perHour: number
}

/** Reads the settings of mails. Throws ConfigError. */
export function loadMailSettings(env: Environment, brand: Brand): MailSettings {
  const dir = text(env, 'MAIL_DIR')
  const url = smtpUrl(env)
  return {
    smtpUrl: url,
    requireTls: !onOff(env, 'SMTP_INSECURE', false) && url !== null && !isThisMachine(new URL(url).hostname),
    dir: dir === null ? null : resolve(dir),
    mayPrint: onOff(env, 'MAIL_PRINT', true),
    from: mailFrom(env, brand),
    intervalSeconds: integer(env, 'AUTH_MAIL_INTERVAL', 60, 0, 86_400),
    perHour: integer(env, 'AUTH_MAILS_PER_HOUR', 30, 1, 100_000),
  }
}

function smtpUrl(env: Environment): string | null {
  const value = text(env, 'SMTP_URL')
  if (value === null || (/^smtps?:\/\//.test(value) && URL.canParse(value))) return value
  // The message must not repeat the value, which may hold a password.
  throw new ConfigError(
    'SMTP_URL no vale: debe ser una dirección smtp:// o smtps://, como smtps://usuario:clave@correo.example:465.',
  )
}

function mailFrom(env: Environment, { product, supportEmail }: Brand): MailSettings['from'] {
  const value = text(env, 'MAIL_FROM')
  if (value === null) return { name: product, address: supportEmail }
  const [, name = '', address = value] = /^([^<>\r\n]*) <([^<>]+)>$/.exec(value) ?? []
  if (/^[^\s<>@]+@[^\s<>@]+$/.test(address)) return { name, address }
  throw new ConfigError(`MAIL_FROM=${value} no vale: debe ser un email, o «Nombre <email>».`)
}
