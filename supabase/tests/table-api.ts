import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { PostgrestClient } from '@supabase/postgrest-js'
import { Hono } from 'hono'
import { type JWTPayload, SignJWT } from 'jose'
import { createApiKeys, requireApiKey } from '../../server/auth/api-key.ts'
import { createJwt } from '../../server/auth/jwt.ts'
import { createVerifyBearer } from '../../server/auth/verify-bearer.ts'
import { drawTableError, HttpError } from '../../server/errors.ts'
import { restApp } from '../../server/rest/rest-app.ts'
import { startTestDatabase, type TestDatabase } from './test-database.ts'

export const ANON_KEY = 'sb_publishable_for_tests'
export const SERVICE_KEY = 'sb_secret_for_tests'

const SECRET = 'a secret of the tests that is long enough'

/** The official client. It hides `maxAffected` from servers it doesn't know to be recent. */
// biome-ignore lint/suspicious/noExplicitAny: its own default for a schema it isn't told
export type Client = PostgrestClient<any, { PostgrestVersion: '14' }>

/** Someone with an account and a token. */
export interface Caller {
  id: string
  token: string
  /** Signed in. */
  client: Client
  /** A plain request, signed in; `path` follows /rest/v1/. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export interface TableApi {
  /** `http://127.0.0.1:…/rest/v1` */
  url: string
  db: TestDatabase
  signedIn(): Promise<Caller>
  /** A token with any claims; `secret` other than ours makes a forgery. */
  token(claims: JWTPayload, secret?: string): Promise<string>
  /** A plain request with the public key and nothing else. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** The table API behind its key gate, on a port of its own and a real database. */
export async function startTableApi(): Promise<TableApi> {
  const db = await startTestDatabase()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwt = await createJwt({ ...privateKey.export({ format: 'jwk' }), kid: 'tests' }, SECRET)
  const apiKeys = createApiKeys([ANON_KEY], [SERVICE_KEY])
  const verifyBearer = createVerifyBearer(jwt, apiKeys, async () => false)
  const app = new Hono()
  app.use(requireApiKey(apiKeys, true))
  app.route('/rest/v1', restApp({ db: db.pool, verifyBearer }))
  app.onError((error) => {
    if (error instanceof HttpError) return drawTableError(error)
    return new Response(`unexpected: ${error.stack}`, { status: 500 })
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/rest/v1`

  const ask = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('apikey')) headers.set('apikey', ANON_KEY)
    return fetch(`${url}/${path}`, { ...init, headers })
  }
  const token = (claims: JWTPayload, secret = SECRET) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

  return {
    url,
    db,
    token,
    fetch: ask,
    async signedIn() {
      const id = await db.createUser()
      const own = await token({
        sub: id,
        role: 'authenticated',
        aud: 'authenticated',
        session_id: randomUUID(),
        exp: Math.floor(Date.now() / 1000) + 3600,
      })
      const headers = { apikey: ANON_KEY, authorization: `Bearer ${own}` }
      return {
        id,
        token: own,
        client: new PostgrestClient(url, { headers }),
        fetch: (path, init = {}) =>
          ask(path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } }),
      }
    },
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await db.close()
    },
  }
}
