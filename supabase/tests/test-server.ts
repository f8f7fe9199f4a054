import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthAdminApi, AuthClient, type Session } from '@supabase/auth-js'
import type pg from 'pg'
import { createUser } from '../../server/auth/accounts.ts'
import { loadConfig } from '../../server/config.ts'
import { startServer } from '../../server/main.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { startTestDatabase } from './test-database.ts'

export const PASSWORD = 'siesta-larga-y-buena'

export interface Account {
  id: string
  email: string
}

/** Where a refusal says what: the dated body, which the official client asks for. */
interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

type ClientOptions = ConstructorParameters<typeof AuthClient>[0]

/** The whole server on a port of its own, with a real database. */
export interface TestServer {
  url: string
  dataDir: string
  anonKey: string
  serviceKey: string
  jwtSecret: string
  pool: pg.Pool
  createAccount(email?: string): Promise<Account>
  /** The official client, with its session in memory. */
  client(options?: ClientOptions): InstanceType<typeof AuthClient>
  /** The official administrator's client, with the service key. */
  admin: InstanceType<typeof AuthAdminApi>
  signIn(account: Account): Promise<Session>
  /** What the server has written, and to whom. */
  mails: Mailbox
  /** A plain request with the public key; `path` follows the address. An object as body is sent as JSON. */
  fetch(
    path: string,
    init?: Omit<RequestInit, 'body'> & { body?: BodyInit | object | null },
  ): Promise<Response>
  /** The same, with the answer read. */
  ask(...request: Parameters<TestServer['fetch']>): Promise<Answer>
  stop(): Promise<void>
}

/** `settings` are environment variables; without any, rate limits are off and nothing else. */
export async function startTestServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const db = await startTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'nana-server-test-'))
  const { host, user, database } = db.connection
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    // The folder of a socket goes into the query.
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    AUTH_RATE_LIMITS: 'off',
    MAIL_DIR: join(dataDir, 'mails'),
    ...settings,
  })
  const server = await startServer(config)
  const { anonKey, serviceKey, jwtSecret } = await loadSecrets(config)

  const fetchApi: TestServer['fetch'] = (path, init = {}) => {
    const headers = new Headers({ apikey: anonKey, 'Content-Type': 'application/json' })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    return fetch(`${server.url}${path}`, { ...init, headers, body: bodyOf(init.body) })
  }

  const client = (options: ClientOptions = {}) =>
    new AuthClient({
      url: `${server.url}/auth/v1`,
      headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
      autoRefreshToken: false,
      persistSession: true,
      storage: memoryStorage(),
      ...options,
    })

  return {
    url: server.url,
    dataDir,
    anonKey,
    serviceKey,
    jwtSecret,
    pool: db.pool,
    mails: openMailbox(join(dataDir, 'mails')),
    async createAccount(email = `${randomUUID()}@example.com`) {
      const { id } = await createUser(db.pool, { email, password: PASSWORD })
      return { id, email }
    },
    client,
    admin: new AuthAdminApi({
      url: `${server.url}/auth/v1`,
      headers: { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` },
    }),
    async signIn({ email }) {
      const { data, error } = await client().signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return data.session
    },
    fetch: fetchApi,
    async ask(path, init = {}) {
      const headers = new Headers(init.headers)
      if (!headers.has('X-Supabase-Api-Version')) headers.set('X-Supabase-Api-Version', '2024-01-01')
      const response = await fetchApi(path, { ...init, headers })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
    },
    async stop() {
      await server.stop()
      await db.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** The header of someone who is signed in. */
export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` }
}

function bodyOf(body: BodyInit | object | null | undefined): BodyInit | null {
  if (body === undefined || body === null) return null
  const plain = Object.getPrototypeOf(body) === Object.prototype || Array.isArray(body)
  return plain ? JSON.stringify(body) : (body as BodyInit) // what is no plain object or array came as one
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
