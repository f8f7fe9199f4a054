import { createHash } from 'node:crypto'
import { ConfigError, type Environment, onOff, text, webAddress } from './environment.ts'

/**
 * An OpenID Connect provider that people may sign in with, from the settings AUTH_OIDC_<NAME>_ISSUER, _CLIENT_ID,
 * _SECRET and _SCOPES.
 */
export interface OidcProvider {
  /** The name in lower case, as clients send it. */
  name: string
  /** The address below which its discovery document is found. */
  issuer: string
  clientId: string
  /** The client's secret, or null for a public client. */
  secret: string | null
  scopes: string
}

/** The issuers that need not be set, because everybody knows them. */
const PRESET_ISSUERS = new Map([['google', 'https://accounts.google.com']])

/** Reads the OpenID Connect providers, by their names. Throws ConfigError. */
export function loadOidcProviders(env: Environment): ReadonlyMap<string, OidcProvider> {
  const providers = namesIn(env, OIDC_SETTING).map((name) => loadOidcProvider(env, name))
  return new Map(providers.map((provider) => [provider.name, provider]))
}

const OIDC_SETTING = /^AUTH_OIDC_([A-Z0-9_]+?)_(?:ISSUER|CLIENT_ID|SECRET|SCOPES)$/

/** Answers of which providers something is set, each once. A container sets empty what isn't. */
function namesIn(env: Environment, setting: RegExp): string[] {
  const names = Object.keys(env).flatMap((variable) =>
    text(env, variable) === null ? [] : (setting.exec(variable)?.[1] ?? []),
  )
  return [...new Set(names)]
}

/** The server uses these names for its own kinds of identity. */
const RESERVED_NAMES = new Set(['email', 'phone', 'anonymous_users'])

function loadOidcProvider(env: Environment, upperName: string): OidcProvider {
  const name = upperName.toLowerCase()
  const prefix = `AUTH_OIDC_${upperName}`
  const clientId = text(env, `${prefix}_CLIENT_ID`)
  const issuer = providerAddress(env, `${prefix}_ISSUER`) ?? PRESET_ISSUERS.get(name) ?? null
  if (RESERVED_NAMES.has(name)) throw new ConfigError(`${prefix}_… no vale: elige otro nombre.`)
  if (clientId === null || issuer === null) {
    const missing = [
      ...(clientId === null ? [`${prefix}_CLIENT_ID`] : []),
      ...(issuer === null ? [`${prefix}_ISSUER`] : []),
    ]
    throw new ConfigError(`${prefix}_… no vale sin ${missing.join(' y ')}.`)
  }
  return {
    name,
    issuer,
    clientId,
    secret: text(env, `${prefix}_SECRET`),
    scopes: text(env, `${prefix}_SCOPES`) ?? 'openid email profile',
  }
}

/**
 * A company's identity provider by SAML 2.0, from the settings AUTH_SAML_<NAME>_ENTITY_ID, _SSO_URL, _CERT, _DOMAINS,
 * _ID and _ENABLED.
 */
export interface SamlProvider {
  /** The UUID by which clients name the provider. */
  id: string
  name: string
  entityId: string
  /** The address that people are sent to, by the HTTP-Redirect binding. */
  ssoUrl: string
  /**
   * The provider's certificates as PEM, or the path of a file with them. There are several while they are being
   * replaced.
   */
  certificates: string
  /** The e-mail domains of its people, in lower case. */
  domains: readonly string[]
  enabled: boolean
}

/** Reads the SAML providers. Throws ConfigError. */
export function loadSamlProviders(env: Environment): readonly SamlProvider[] {
  return namesIn(env, SAML_SETTING).map((name) => loadSamlProvider(env, name))
}

const SAML_SETTING = /^AUTH_SAML_([A-Z0-9_]+?)_(?:ENTITY_ID|SSO_URL|CERT|DOMAINS|ID|ENABLED)$/

function loadSamlProvider(env: Environment, upperName: string): SamlProvider {
  const prefix = `AUTH_SAML_${upperName}`
  const entityId = text(env, `${prefix}_ENTITY_ID`)
  const ssoUrl = providerAddress(env, `${prefix}_SSO_URL`)
  const certificates = text(env, `${prefix}_CERT`)
  if (entityId === null || ssoUrl === null || certificates === null) {
    throw new ConfigError(`${prefix}_ENTITY_ID, ${prefix}_SSO_URL y ${prefix}_CERT van juntas: falta una.`)
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

/** Makes a provider's id from its name, so that it is the same at every start: people's identities refer to it. */
function idFromName(name: string): string {
  const hex = createHash('sha256').update(`nana saml ${name}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/**
 * Reads a provider's address. Without https anyone between could sign in as anyone, so it is only allowed on this
 * machine.
 */
function providerAddress(env: Environment, name: string): string | null {
  const address = webAddress(env, name)
  if (address === null || address.startsWith('https:') || isLoopback(address)) return address
  throw new ConfigError(`${name}=${address} no vale: debe empezar por https://.`)
}

/** True for an http URL that leads to this machine itself. */
export function isLoopback(address: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?=[:/]|$)/.test(address)
}
