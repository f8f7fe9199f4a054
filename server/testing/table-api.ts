import { randomUUID } from 'node:crypto'
import { PostgrestClient } from '@supabase/postgrest-js'
import { type JWTPayload, SignJWT } from 'jose'
import type pg from 'pg'
import { startTestServer } from './test-server.ts'

/** The rows may hold anything, as for a client that was told no schema. */
type NoSchema = ReturnType<typeof JSON.parse>

/** The official client, which offers `maxAffected` only when it is told that the server is recent. */
type Client = PostgrestClient<NoSchema, { PostgrestVersion: '14' }>

/** Someone with an account and an access token. */
export interface Caller {
  id: string
  /** The official client with this person's token. */
  client: Client
  /** Sends a plain request with this person's token. `path` follows /rest/v1/. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

export interface TableApi {
  /** The address of the table API, `http://127.0.0.1:…/rest/v1`. */
  url: string
  anonKey: string
  serviceKey: string
  /** Connects as the owner of everything. */
  pool: pg.Pool
  /** `claims` are those of the token besides the account's own. */
  signedIn(claims?: JWTPayload): Promise<Caller>
  /** Makes a token with any claims. Another secret than the server's makes a forgery. */
  token(claims: JWTPayload, secret?: string): Promise<string>
  /** Sends a plain request with the public key and no token. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  close(): Promise<void>
}

/**
 * Starts the whole server for tests of the table API: accounts are only rows, and tokens are made with the server's
 * secret.
 */
export async function startTableApi(): Promise<TableApi> {
  const server = await startTestServer()
  const { pool, anonKey, serviceKey, jwtSecret } = server
  const url = `${server.url}/rest/v1`

  const ask: TableApi['fetch'] = (path, init = {}) => {
    const headers = new Headers({ apikey: anonKey })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    return fetch(`${url}/${path}`, { ...init, headers })
  }
  const token: TableApi['token'] = (claims, secret = jwtSecret) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

  return {
    url,
    anonKey,
    serviceKey,
    pool,
    token,
    fetch: ask,
    async signedIn(claims = {}) {
      const id = randomUUID()
      await pool.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`])
      const exp = Math.floor(Date.now() / 1000) + 3600
      const own = await token({ sub: id, role: 'authenticated', aud: 'authenticated', exp, ...claims })
      const headers = { apikey: anonKey, authorization: `Bearer ${own}` }
      return {
        id,
        client: new PostgrestClient(url, { headers }),
        fetch(path, init = {}) {
          const all = new Headers(headers)
          for (const [name, value] of new Headers(init.headers)) all.set(name, value)
          return ask(path, { ...init, headers: all })
        },
      }
    },
    close: () => server.stop(),
  }
}
