import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthAdminApi, AuthClient, type Session } from '@supabase/auth-js'
import type pg from 'pg'
import { insertUser } from '../auth/accounts/accounts.ts'
import { startServer } from '../main.ts'
import { loadConfig } from '../settings/config.ts'
import { loadSecrets } from '../settings/secrets.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { PASSWORD, PASSWORD_HASH } from './password.ts'
import { startTestDatabase, type TestDatabase } from './test-database.ts'
import { totpCode } from './totp-code.ts'

export { PASSWORD }

export interface Account {
  id: string
  email: string
}

/** An answer that was read. A refusal's body is the dated one, which the official client asks for. */
export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

type ClientOptions = ConstructorParameters<typeof AuthClient>[0]

/** The whole server on a port of its own, with a real database. */
export interface TestServer {
  url: string
  /** Where administrators are answered. */
  adminUrl: string
  /** Null where nothing is counted. */
  metricsUrl: string | null
  dataDir: string
  anonKey: string
  serviceKey: string
  jwtSecret: string
  pool: pg.Pool
  createAccount(email?: string): Promise<Account>
  /** Makes the official client, which keeps its session in memory. */
  client(options?: ClientOptions): InstanceType<typeof AuthClient>
  /** The official administrator's client, with the service key. */
  admin: InstanceType<typeof AuthAdminApi>
  signIn(account: Account): Promise<Session>
  /** Signs in where administrators do, and sets up a second factor with it: the session has both. */
  signInWithFactor(account: Account): Promise<Session>
  /** The mails that the server has written. */
  mails: Mailbox
  /** Sends a plain request with the public key. `path` follows the address, and an object as body is sent as JSON. */
  fetch(
    path: string,
    init?: Omit<RequestInit, 'body'> & { body?: BodyInit | object | null },
  ): Promise<Response>
  /** Sends the same request and reads the answer. */
  ask(...request: Parameters<TestServer['fetch']>): Promise<Answer>
  /** Resolves when others had time to be led elsewhere: DRAIN_SECONDS. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/**
 * `settings` are environment variables; without any, rate limits are off and nothing else. A database that is given is
 * closed with the server.
 */
export async function startTestServer(
  settings: Record<string, string> = {},
  given?: TestDatabase,
): Promise<TestServer> {
  const db = given ?? (await startTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'nana-server-test-'))
  const { host, user, database } = db.connection
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    // The folder of a socket can only be given in the query of the address.
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
    adminUrl: server.adminUrl,
    metricsUrl: server.metricsUrl,
    dataDir,
    anonKey,
    serviceKey,
    jwtSecret,
    pool: db.pool,
    mails: openMailbox(join(dataDir, 'mails')),
    async createAccount(email = `${randomUUID()}@example.com`) {
      const user = await insertUser(db.pool, { email, passwordHash: PASSWORD_HASH, confirmed: true })
      if (user === null) throw new Error(`${email} is taken`)
      return { id: user.id, email }
    },
    client,
    admin: new AuthAdminApi({
      url: `${server.adminUrl}/auth/v1`,
      headers: { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` },
    }),
    async signIn({ email }) {
      const { data, error } = await client().signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return data.session
    },
    async signInWithFactor({ email }) {
      const own = client({ url: `${server.adminUrl}/auth/v1` })
      const signedIn = await own.signInWithPassword({ email, password: PASSWORD })
      if (signedIn.error) throw signedIn.error
      const { data: factor, error } = await own.mfa.enroll({ factorType: 'totp' })
      if (error) throw error
      const code = totpCode(factor.totp.secret)
      const given = await own.mfa.challengeAndVerify({ factorId: factor.id, code })
      if (given.error) throw given.error
      const { session } = (await own.getSession()).data
      if (session === null) throw new Error('not signed in')
      return session
    },
    fetch: fetchApi,
    async ask(path, init = {}) {
      const headers = new Headers(init.headers)
      if (!headers.has('X-Supabase-Api-Version')) headers.set('X-Supabase-Api-Version', '2024-01-01')
      const response = await fetchApi(path, { ...init, headers })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
    },
    drain: () => server.drain(),
    async stop() {
      await server.stop()
      await db.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Makes the header of someone who is signed in. */
export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` }
}

function bodyOf(body: BodyInit | object | null | undefined): BodyInit | null {
  if (body === undefined || body === null) return null
  const plain = Object.getPrototypeOf(body) === Object.prototype || Array.isArray(body)
  // Whatever is no plain object or array was passed as a body.
  return plain ? JSON.stringify(body) : (body as BodyInit)
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
