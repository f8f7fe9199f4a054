import { randomUUID } from 'node:crypto'
import { PostgrestClient } from '@supabase/postgrest-js'
import { type JWTPayload, SignJWT } from 'jose'
import type pg from 'pg'
import { startTestServer } from './test-server.ts'

/** Rows are whatever the answer holds, as for a client that was told no schema. */
type NoSchema = ReturnType<typeof JSON.parse>

/** The official client. It hides `maxAffected` from servers it doesn't know to be recent. */
type Client = PostgrestClient<NoSchema, { PostgrestVersion: '14' }>

/** Someone with an account and a token. */
export interface Caller {
  id: string
  /** Signed in. */
  client: Client
  /** A plain request, signed in; `path` follows /rest/v1/. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

export interface TableApi {
  /** `http://127.0.0.1:…/rest/v1` */
  url: string
  anonKey: string
  serviceKey: string
  /** Connected as the owner of everything. */
  pool: pg.Pool
  signedIn(): Promise<Caller>
  /** A token with any claims; a secret other than ours makes a forgery. */
  token(claims: JWTPayload, secret?: string): Promise<string>
  /** A plain request with the public key and nothing else. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  close(): Promise<void>
}

/** The whole server, asked for tables only: accounts are rows, and tokens are minted with its secret. */
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
    async signedIn() {
      const id = randomUUID()
      await pool.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`])
      const exp = Math.floor(Date.now() / 1000) + 3600
      const own = await token({ sub: id, role: 'authenticated', aud: 'authenticated', exp })
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
