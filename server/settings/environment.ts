/** A setting that can't be used. Its message is in Spanish, for whoever wrote the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Answers the trimmed value, or null when it is unset or empty. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

/**
 * Answers a whole number between `min` and `max`, or `fallback` when it is unset. Throws ConfigError for anything else.
 */
export function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name)
  if (value === null) return fallback
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new ConfigError(`${name}=${value} no vale: debe ser un número entero entre ${min} y ${max}.`)
}

/** Answers true for `on` and false for `off`, or `fallback` when it is unset. Throws ConfigError for anything else. */
export function onOff(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return fallback
  if (value === 'on' || value === 'off') return value === 'on'
  throw new ConfigError(`${name}=${value} no vale: debe ser «on» u «off».`)
}

/**
 * Answers an http or https address without slashes at its end, or null when it is unset. Throws ConfigError for one
 * with a query, a fragment or credentials.
 */
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
