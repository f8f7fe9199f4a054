import { resolve } from 'node:path'
import type { Brand } from './brand.ts'
import { ConfigError, type Environment, integer, text } from './environment.ts'

/** How mails go out. */
export interface MailSettings {
  /** The server they are handed to; null: see `dir`. */
  smtpUrl: string | null
  /** Absolute; mails become files in this folder. null, and no `smtpUrl`: they are printed. */
  dir: string | null
  /** Who they are from, as a mail's header writes it. */
  from: string
  /** Between two mails of one kind to one person, seconds. */
  intervalSeconds: number
  /** Of the whole server; only with AUTH_RATE_LIMITS. */
  perHour: number
}

/** Throws ConfigError. */
export function loadMailSettings(env: Environment, brand: Brand): MailSettings {
  const dir = text(env, 'MAIL_DIR')
  return {
    smtpUrl: smtpUrl(env),
    dir: dir === null ? null : resolve(dir),
    from: mailFrom(env, brand),
    intervalSeconds: integer(env, 'AUTH_MAIL_INTERVAL', 60, 0, 86_400),
    perHour: integer(env, 'AUTH_MAILS_PER_HOUR', 30, 1, 100_000),
  }
}

function smtpUrl(env: Environment): string | null {
  const value = text(env, 'SMTP_URL')
  if (value === null || (/^smtps?:\/\//.test(value) && URL.canParse(value))) return value
  // The value may hold a password: it is not repeated.
  throw new ConfigError(
    'SMTP_URL no vale: debe ser una dirección smtp:// o smtps://, como smtps://usuario:clave@correo.example:465.',
  )
}

function mailFrom(env: Environment, brand: Brand): string {
  const value = text(env, 'MAIL_FROM') ?? `${brand.product} <${brand.supportEmail}>`
  if (/^(?:[^<>\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) return value
  throw new ConfigError(`MAIL_FROM=${value} no vale: debe ser un email, o «Nombre <email>».`)
}
