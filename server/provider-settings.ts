import { createHash } from 'node:crypto'
import { ConfigError, type Environment, onOff, text, webAddress } from './environment.ts'

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

/** A company's own accounts by SAML 2.0: AUTH_SAML_<NAME>_ENTITY_ID, _SSO_URL, _CERT, _DOMAINS, _ID, _ENABLED. */
export interface SamlProvider {
  /** What clients call it; a UUID. */
  id: string
  name: string
  entityId: string
  /** Where people are sent, by HTTP-Redirect. */
  ssoUrl: string
  /** PEM, or the path of a file with it; more than one certificate while they change. */
  certificates: string
  /** Lower case. */
  domains: readonly string[]
  enabled: boolean
}

/** Throws ConfigError. */
export function loadSamlProviders(env: Environment): readonly SamlProvider[] {
  const names = Object.keys(env).flatMap(
    (variable) => /^AUTH_SAML_([A-Z0-9_]+?)_ENTITY_ID$/.exec(variable)?.[1] ?? [],
  )
  return names.flatMap((name) => loadSamlProvider(env, name) ?? [])
}

function loadSamlProvider(env: Environment, upperName: string): SamlProvider | null {
  const prefix = `AUTH_SAML_${upperName}`
  const entityId = text(env, `${prefix}_ENTITY_ID`)
  if (entityId === null) return null
  const ssoUrl = providerAddress(env, `${prefix}_SSO_URL`)
  const certificates = text(env, `${prefix}_CERT`)
  if (ssoUrl === null || certificates === null) {
    throw new ConfigError(`${prefix}_SSO_URL y ${prefix}_CERT van juntas con ${prefix}_ENTITY_ID: falta una.`)
  }
  const id = text(env, `${prefix}_ID`)?.toLowerCase() ?? idFromName(upperName)
  if (!UUID.test(id)) throw new ConfigError(`${prefix}_ID=${id} no vale: debe ser un UUID.`)
  return {
    id,
    name: upperName.toLowerCase(),
    entityId,
    ssoUrl,
    certificates,
    domains: (text(env, `${prefix}_DOMAINS`) ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    enabled: onOff(env, `${prefix}_ENABLED`, true),
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The same at every start: people's identities hang on it. */
function idFromName(name: string): string {
  const hex = createHash('sha256').update(`nana saml ${name}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
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
