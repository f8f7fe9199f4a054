import { ConfigError, type Environment, text, webAddress } from './environment.ts'

/** An OpenID Connect provider that people may sign in with: AUTH_OIDC_<NAME>_ISSUER, _CLIENT_ID, _SECRET, _SCOPES. */
export interface OidcProvider {
  /** Lower case, as the client names it. */
  name: string
  /** Where its discovery document is found. */
  issuer: string
  clientId: string
  /** null: a public client. */
  secret: string | null
  scopes: string
}

/** Providers whose address everybody knows. */
const PRESET_ISSUERS = new Map([['google', 'https://accounts.google.com']])

/** By name. Throws ConfigError. */
export function loadOidcProviders(env: Environment): ReadonlyMap<string, OidcProvider> {
  const names = Object.keys(env).flatMap(
    (variable) => /^AUTH_OIDC_([A-Z0-9_]+?)_(?:ISSUER|CLIENT_ID|SECRET|SCOPES)$/.exec(variable)?.[1] ?? [],
  )
  const providers = [...new Set(names)].flatMap((name) => loadOidcProvider(env, name) ?? [])
  return new Map(providers.map((provider) => [provider.name, provider]))
}

/** Identities of these names are the server's own. */
const RESERVED_NAMES = new Set(['email', 'phone', 'anonymous_users'])

function loadOidcProvider(env: Environment, upperName: string): OidcProvider | null {
  const name = upperName.toLowerCase()
  const prefix = `AUTH_OIDC_${upperName}`
  const clientId = text(env, `${prefix}_CLIENT_ID`)
  const issuer = providerAddress(env, `${prefix}_ISSUER`) ?? PRESET_ISSUERS.get(name) ?? null
  const secret = text(env, `${prefix}_SECRET`)
  if (clientId === null && secret === null && text(env, `${prefix}_ISSUER`) === null) return null
  if (RESERVED_NAMES.has(name)) throw new ConfigError(`${prefix}_… no vale: elige otro nombre.`)
  if (clientId === null || issuer === null) {
    throw new ConfigError(`${prefix}_ISSUER y ${prefix}_CLIENT_ID van juntas: falta una de las dos.`)
  }
  return { name, issuer, clientId, secret, scopes: text(env, `${prefix}_SCOPES`) ?? 'openid email profile' }
}

/** Without https anyone on the way could sign in as anyone; only this machine itself may do without. */
function providerAddress(env: Environment, name: string): string | null {
  const address = webAddress(env, name)
  if (address === null || address.startsWith('https:') || isLoopback(address)) return address
  throw new ConfigError(`${name}=${address} no vale: debe empezar por https://.`)
}

export function isLoopback(address: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?=[:/]|$)/.test(address)
}
