/** A setting that can't be used; the message is for the person who wrote it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** null when unset or empty. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

/** Throws ConfigError, as all readers of settings do. */
export function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name)
  if (value === null) return fallback
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new ConfigError(`${name}=${value} no vale: debe ser un número entero entre ${min} y ${max}.`)
}

export function onOff(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return fallback
  if (value === 'on' || value === 'off') return value === 'on'
  throw new ConfigError(`${name}=${value} no vale: debe ser «on» u «off».`)
}

/** An http(s) address without query and credentials, and without a slash at its end. */
export function webAddress(env: Environment, name: string): string | null {
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
