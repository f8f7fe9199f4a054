import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../server/settings/paths.ts'
import { PASSWORD, PASSWORD_HASH } from '../../server/testing/password.ts'
import {
  administrate,
  ended,
  launchServer,
  newDataDir,
  throwAwaySettings,
} from '../../server/testing/server-child.ts'
import { type ApiKeys, copyPreparedDatabase, preparedKeys } from './prepared-database.ts'

export interface Account {
  email: string
  password: string
}

/** A session as the server answers it. */
interface Session {
  access_token: string
  user: { id: string }
}

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Runs the real server, built, on a throw-away data directory of its own. */
export interface ServerProcess {
  url: string
  /** The key that every page of the app has. */
  publicKey(): Promise<string>
  /** The key of the administrator's own programs. */
  serviceKey(): Promise<string>
  createAccount(email: string): Promise<Account>
  /** Begins a session by the password, as the login of that browser does. */
  signIn(account: Account, userAgent?: string): Promise<Session>
  /** Runs a command of the administrator's. */
  admin(...args: string[]): Promise<string>
  /** Returns the mails that went to an address, oldest first. */
  mailsTo(email: string): Mail[]
  /** Kills the server without a word, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same data, and with other settings or from another copy of the package if told so. */
  restart(change?: { root?: string; env?: NodeJS.ProcessEnv }): Promise<void>
  /** Loses the database, as with its disk, restores a copy of it, and starts again. */
  restoreFrom(file: string): Promise<void>
  stop(): Promise<void>
}

/** Starts a server. `fixedNow` is the product's clock: 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:mm', in Madrid. */
export async function startServerProcess(
  fixedNow: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const dataDir = newDataDir('e2e')
  copyPreparedDatabase(dataDir)
  const mailDir = join(dataDir, 'mails')
  mkdirSync(mailDir)
  const { url, env: common } = await throwAwaySettings(dataDir, fixedNow)
  let root = PACKAGE_ROOT
  let env: NodeJS.ProcessEnv = { ...common, MAIL_DIR: mailDir, ...settings }
  let child = await launchServer(url, env, { root })
  const admin = (...args: string[]) => administrate(env, ...args)

  let keys: ApiKeys | Promise<ApiKeys> | null = preparedKeys()
  const readKeys = async (): Promise<ApiKeys> => {
    keys ??= admin('keys').then((printed): ApiKeys => JSON.parse(printed))
    return keys
  }
  /** Sends a JSON body; throws what the server complains of. */
  async function post(path: string, headers: Record<string, string>, body: object): Promise<Response> {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  return {
    url,
    async createAccount(email) {
      const key = (await readKeys()).service_key
      const headers = { apikey: key, Authorization: `Bearer ${key}` }
      const account = { email, password_hash: PASSWORD_HASH, email_confirm: true }
      await post('/auth/v1/admin/users', headers, account)
      return { email, password: PASSWORD }
    },
    publicKey: async () => (await readKeys()).anon_key,
    serviceKey: async () => (await readKeys()).service_key,
    async signIn(account, userAgent = 'e2e') {
      const headers = { apikey: (await readKeys()).anon_key, 'User-Agent': userAgent }
      return (await post('/auth/v1/token?grant_type=password', headers, account)).json()
    },
    admin,
    mailsTo(email) {
      return (
        readdirSync(mailDir)
          // The other files are mails that are still being written.
          .filter((name) => name.endsWith('.json'))
          .sort()
          .map((name): Mail => JSON.parse(readFileSync(join(mailDir, name), 'utf8')))
          .filter(({ to }) => to.includes(email))
      )
    },
    async kill() {
      await ended(child, 'SIGKILL')
    },
    async restart(change = {}) {
      // Its keys may be other ones now.
      keys = null
      root = change.root ?? root
      env = { ...env, ...change.env }
      child = await launchServer(url, env, { root })
    },
    async restoreFrom(file) {
      await ended(child, 'SIGTERM')
      rmSync(join(dataDir, 'database'), { recursive: true })
      await admin('restore', file)
      child = await launchServer(url, env, { root })
    },
    async stop() {
      // A server that was killed left its database running, which only a server can end.
      if (child.signalCode === 'SIGKILL') child = await launchServer(url, env, { root })
      await ended(child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
