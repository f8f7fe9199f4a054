import { createHmac, hkdfSync } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { isLoopback, type OidcProvider } from '../../settings/provider-settings.ts'

/** This server's side of the OpenID Connect providers that the settings name. */
export interface OidcClients {
  provider(name: string): OidcProvider | null
  /**
   * The provider's configuration, read from it on first use, and again when that failed. Throws when it can't be read.
   */
  configuration(name: string): Promise<client.Configuration>
  /** The flow's nonce. It is derived from the flow's id, so that it doesn't have to be stored. */
  nonceOf(flowId: string): string
  /** The PKCE verifier that this server shows the provider, derived from the flow's id as well. */
  verifierOf(flowId: string): string
  /**
   * Checks signature, issuer, audience and times of an ID token that an app got from the provider itself. Else it
   * throws.
   */
  verifyIdToken(name: string, idToken: string): Promise<JWTPayload>
}

const TIMEOUT_SECONDS = 10
/** The algorithms of ID tokens that are believed: never `none`, and never one with a shared secret. */
const SIGNATURES = ['RS256', 'PS256', 'ES256', 'ES384', 'RS384', 'RS512', 'EdDSA']

export function createOidcClients(
  providers: ReadonlyMap<string, OidcProvider>,
  jwtSecret: string,
): OidcClients {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'nana provider flows', 32))
  const derived = (purpose: string, flowId: string) =>
    createHmac('sha256', key).update(`${purpose} ${flowId}`).digest('base64url')
  const known = remembered(async (name: string) => configure(knownProvider(name)))
  const keysOf = remembered(async (name: string) => {
    const { jwks_uri: address } = (await known(name)).serverMetadata()
    if (address === undefined) throw new Error(`El proveedor ${name} no publica ninguna clave.`)
    return createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_SECONDS * 1000 })
  })

  function knownProvider(name: string): OidcProvider {
    const provider = providers.get(name)
    if (provider === undefined) throw new Error(`El proveedor ${name} no está configurado.`)
    return provider
  }

  return {
    provider: (name) => providers.get(name) ?? null,
    configuration: known,
    nonceOf: (flowId) => derived('nonce', flowId),
    verifierOf: (flowId) => derived('verifier', flowId),
    async verifyIdToken(name, idToken) {
      const { payload } = await jwtVerify(idToken, await keysOf(name), {
        issuer: (await known(name)).serverMetadata().issuer,
        audience: knownProvider(name).clientId,
        algorithms: SIGNATURES,
        requiredClaims: ['sub', 'exp'],
      })
      return payload
    },
  }
}

async function configure({ issuer, clientId, secret }: OidcProvider): Promise<client.Configuration> {
  const insecure = isLoopback(issuer) ? [client.allowInsecureRequests] : []
  const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, {
    execute: insecure,
    timeout: TIMEOUT_SECONDS,
  })
  const metadata = found.serverMetadata()
  const byPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
  const authentication =
    secret === null
      ? client.None()
      : byPost
        ? client.ClientSecretPost(secret)
        : client.ClientSecretBasic(secret)
  const configuration = new client.Configuration(metadata, clientId, undefined, authentication)
  for (const enable of [...insecure, client.enableNonRepudiationChecks]) enable(configuration)
  configuration.timeout = TIMEOUT_SECONDS
  return configuration
}

/** An error's name and message for the log. The whole error is not logged, because it may hold tokens. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Loads each name once and keeps what came; a failed attempt is forgotten, so that the next call tries again. */
function remembered<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const loaded = new Map<string, Promise<T>>()
  return (name) => {
    const known = loaded.get(name)
    if (known !== undefined) return known
    const loading = load(name)
    loaded.set(name, loading)
    loading.catch(() => loaded.delete(name))
    return loading
  }
}
