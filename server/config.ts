import { resolve } from 'node:path'
import { type FixedNow, parseFixedNow } from '../core/clock.ts'
import { type Brand, loadBrand } from './brand.ts'

/** Every setting of the server, parsed once. Keys and secrets that are made on first start: secrets.ts. */
export interface Config {
  port: number
  host: string
  /** Absolute. Holds secrets.json and the embedded database. */
  dataDir: string
  /** null: embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** The product's clock only, as written in FIXED_NOW; null: real clock. */
  fixedNow: string | null
  /** Public address without a trailing slash: issuer of tokens, base of links. */
  siteUrl: string
  /** null: made on first start and kept in `dataDir`. */
  jwtSecret: string | null
  anonKey: string | null
  serviceKey: string | null
  /** The other project the app talks to; then this server only serves files. */
  hosted: { url: string; anonKey: string } | null
  smtpUrl: string | null
  mailDir: string | null
  /** Lower case name of the one header believed for the client's address; null: the socket's address. */
  trustedIpHeader: string | null
  auth: AuthSettings
  brand: Brand
}

interface AuthSettings {
  /** POST /signup makes accounts. */
  signup: boolean
  minPasswordLength: number
  /** Life of an access token, seconds. */
  jwtExpirySeconds: number
  /** How long an old refresh token still gets the current one, seconds. */
  reuseIntervalSeconds: number
  rateLimits: boolean
  /** The gateway asks for the `apikey` on every call. */
  apiKeyCheck: boolean
}

/** A setting that can't be used; the message is for the person who wrote it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment; touches no file but the brand's. Throws ConfigError. */
export function loadConfig(env: Environment): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const port = integer(env, 'PORT', 8000, 0, 65535)
  return {
    port,
    host,
    dataDir: resolve(text(env, 'DATA_DIR') ?? defaultDataDir()),
    databaseUrl: databaseUrl(env),
    fixedNow: fixedNow(env),
    siteUrl: webAddress(env, 'SITE_URL') ?? addressOf(host, port),
    jwtSecret: jwtSecret(env),
    anonKey: text(env, 'ANON_KEY'),
    serviceKey: text(env, 'SERVICE_KEY'),
    hosted: hosted(env),
    smtpUrl: text(env, 'SMTP_URL'),
    mailDir: text(env, 'MAIL_DIR'),
    trustedIpHeader: headerName(env, 'TRUSTED_IP_HEADER'),
    auth: {
      signup: onOff(env, 'AUTH_SIGNUP', false),
      minPasswordLength: integer(env, 'AUTH_MIN_PASSWORD', 8, 6, 72),
      jwtExpirySeconds: integer(env, 'AUTH_JWT_EXPIRY', 3600, 30, 604_800),
      reuseIntervalSeconds: integer(env, 'AUTH_REUSE_INTERVAL', 10, 0, 3600),
      rateLimits: onOff(env, 'AUTH_RATE_LIMITS', true),
      apiKeyCheck: onOff(env, 'AUTH_API_KEY_CHECK', true),
    },
    brand: loadBrand(),
  }
}

/** The address a browser on this machine would use; a wildcard host is reached as localhost. */
export function addressOf(host: string, port: number): string {
  const wildcard = host === '0.0.0.0' || host === '::'
  const name = wildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** FIXED_NOW as core reads it; only for values that `loadConfig` let through. */
export function parsedFixedNow(config: Config): FixedNow | null {
  if (config.fixedNow === null) return null
  const parsed = parseFixedNow(config.fixedNow)
  return parsed.kind === 'malformed' ? null : parsed
}

function defaultDataDir(): string {
  // An embedded database refuses root and runs as another user, who must be able to reach it:
  // a checkout may lie below a folder only root may enter.
  return process.getuid?.() === 0 ? '/var/lib/nana' : './data'
}

function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name)
  if (value === null) return fallback
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new ConfigError(`${name}=${value} no vale: debe ser un número entero entre ${min} y ${max}.`)
}

function onOff(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return fallback
  if (value === 'on' || value === 'off') return value === 'on'
  throw new ConfigError(`${name}=${value} no vale: debe ser «on» u «off».`)
}

function fixedNow(env: Environment): string | null {
  const value = text(env, 'FIXED_NOW')
  if (value === null || parseFixedNow(value).kind !== 'malformed') return value
  throw new ConfigError(
    `FIXED_NOW=${value} no vale: escribe una fecha (2025-08-11) o una fecha con hora de Madrid (2025-08-11T16:20).`,
  )
}

function webAddress(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const plain =
    url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (plain && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href.replace(/\/+$/, '')
  throw new ConfigError(
    `${name}=${value} no vale: debe ser una dirección http:// o https://, sin «?» ni «#».`,
  )
}

function databaseUrl(env: Environment): string | null {
  const value = text(env, 'DATABASE_URL')
  if (value === null || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) return value
  // The value may hold a password: it is not repeated.
  throw new ConfigError(
    'DATABASE_URL no vale: debe ser una dirección postgres:// o postgresql://, como postgres://usuario:clave@servidor/base.',
  )
}

function jwtSecret(env: Environment): string | null {
  const value = text(env, 'JWT_SECRET')
  if (value === null || Buffer.byteLength(value) >= 32) return value
  throw new ConfigError('JWT_SECRET no vale: debe tener al menos 32 caracteres.')
}

function hosted(env: Environment): Config['hosted'] {
  const url = webAddress(env, 'SUPABASE_URL')
  const anonKey = text(env, 'SUPABASE_ANON_KEY')
  if (url === null && anonKey === null) return null
  if (url !== null && anonKey !== null) return { url, anonKey }
  throw new ConfigError('SUPABASE_URL y SUPABASE_ANON_KEY van juntas: falta una de las dos.')
}

function headerName(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null || /^[A-Za-z0-9-]+$/.test(value)) return value?.toLowerCase() ?? null
  throw new ConfigError(`${name}=${value} no vale: debe ser el nombre de una cabecera HTTP.`)
}
