import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLI = join(ROOT, 'dist/server/cli.js')

export interface Account {
  email: string
  password: string
}

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** The real server, built, on a throw-away data directory of its own. */
export interface ServerProcess {
  url: string
  createAccount(email: string): Promise<Account>
  /** Runs a command of the administrator's. */
  admin(...args: string[]): Promise<string>
  /** The mails that went to an address, oldest first. */
  mailsTo(email: string): Mail[]
  /** Kills the server without a word, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same data, if told so with other settings or from another copy of the package. */
  restart(change?: { root?: string; env?: NodeJS.ProcessEnv }): Promise<void>
  stop(): Promise<void>
}

/** `fixedNow` is the product's clock: 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:mm', Madrid. */
export async function startServerProcess(
  fixedNow: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nana-e2e-'))
  // As root the database runs as another user, who has to reach its folder.
  chmodSync(dataDir, 0o755)
  const mailDir = join(dataDir, 'mails')
  mkdirSync(mailDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let root = ROOT
  let env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    FIXED_NOW: fixedNow,
    MAIL_DIR: mailDir,
    DATABASE_URL: '',
    AUTH_RATE_LIMITS: 'off',
    ...settings,
  }
  let child = await launch(root, env, url)
  const admin = async (...args: string[]) =>
    (await promisify(execFile)('node', [CLI, ...args], { env, cwd: ROOT })).stdout

  let serviceKey: Promise<string> | null = null

  return {
    url,
    async createAccount(email) {
      const password = 'siesta-larga-y-buena'
      serviceKey ??= admin('keys').then((answer) => String(JSON.parse(answer).service_key))
      const key = await serviceKey
      const { ok, status } = await fetch(`${url}/auth/v1/admin/users`, {
        method: 'POST',
        headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password, email_confirm: true }),
      })
      if (!ok) throw new Error(`No account for ${email}: ${status}`)
      return { email, password }
    },
    admin,
    mailsTo(email) {
      return (
        readdirSync(mailDir)
          // The rest are drafts, half written.
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
      root = change.root ?? root
      env = { ...env, ...change.env }
      child = await launch(root, env, url)
    },
    async stop() {
      // One that was killed left its database running: only a server can end that.
      if (child.signalCode === 'SIGKILL') child = await launch(root, env, url)
      await ended(child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(root: string, env: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const child = spawn('node', [join(root, 'dist/server/main.js')], {
    env,
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  while (child.exitCode === null) {
    const ready = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server ended before it was ready: ${complaints}`)
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
