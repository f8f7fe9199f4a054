import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** Somebody with an account at the identity provider. */
interface Person {
  email?: string
  email_verified?: boolean
  name?: string
  /** The claims that the ID token has instead of those in the user info. */
  inToken?: { email?: string; email_verified?: undefined }
}

export interface TestProvider {
  issuer: string
  clientId: string
  secret: string
  /** The people with an account, by their subject claim. */
  people: Map<string, Person>
  /** The subject of the person who signs in at the provider, or null when the person refuses. */
  whoSignsIn: string | null
  /** Opens the provider for clients at `redirectUri`. It has to be called before the first visit. */
  open(redirectUri: string): void
  /** Makes an ID token with any claims, signed by the provider's key for this algorithm. */
  idToken(claims: JWTPayload, algorithm?: 'RS256' | 'ES384'): Promise<string>
  close(): Promise<void>
}

/** Starts a real OpenID Connect provider on this machine. It answers its own login and consent pages. */
export async function startOidcProvider(clientId: string, secret: string): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'provider', alg: 'RS256', use: 'sig' }
  const longer = await generateKeyPair('ES384', { extractable: true })
  const longerJwk = { ...(await exportJWK(longer.privateKey)), kid: 'longer', alg: 'ES384', use: 'sig' }
  let serve: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(503).end()
  }
  const server = createServer((request, response) => serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address is an object, because the server listens on a port and not on a pipe.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const test: TestProvider = {
    issuer,
    clientId,
    secret,
    people: new Map(),
    whoSignsIn: null,
    open(redirectUri) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: clientId, client_secret: secret, redirect_uris: [redirectUri] }],
        jwks: { keys: [jwk, longerJwk] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        conformIdTokenClaims: false,
        cookies: { keys: ['only for this test'] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_, { uid }) => `/interaction/${uid}` },
        findAccount: (_, accountId) => ({
          accountId,
          claims(use) {
            const { inToken, ...claims } = test.people.get(accountId) ?? {}
            return { sub: accountId, ...claims, ...(use === 'id_token' ? inToken : {}) }
          },
        }),
      })
      const callback = provider.callback()
      serve = (request, response) => {
        if (request.url?.startsWith('/interaction/')) void interact(provider, test, request, response)
        else void callback(request, response)
      }
    },
    idToken: (claims, alg = 'RS256') =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, kid: alg === 'RS256' ? 'provider' : 'longer' })
        .sign(alg === 'RS256' ? privateKey : longer.privateKey),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return test
}

async function interact(
  provider: Provider,
  { whoSignsIn: accountId }: TestProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response)
  if (accountId === null) {
    const refusal = { error: 'access_denied', error_description: 'The person said no' }
    await provider.interactionFinished(request, response, refusal)
  } else if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId } })
  } else {
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }
}

/**
 * Follows redirects with cookies, as a browser does, as long as the address begins with one of `beginnings`. Answers
 * the address where it would go next.
 */
export async function browse(start: string, ...beginnings: string[]): Promise<string> {
  const jar = new Map<string, string>()
  let address = start
  for (let hops = 0; hops < 20 && beginnings.some((beginning) => address.startsWith(beginning)); hops += 1) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    if (location === null) throw new Error(`${address} answered ${response.status}: ${text.slice(0, 300)}`)
    address = new URL(location, address).href
  }
  return address
}
