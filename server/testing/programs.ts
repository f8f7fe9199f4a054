import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PACKAGE_ROOT } from '../settings/paths.ts'
import { freePort } from './server-child.ts'

const OUT = join(PACKAGE_ROOT, 'dist/server')
export const MAIN = join(OUT, 'main.js')
export const CLI = join(OUT, 'cli.js')

/** The compiled programs with a data directory and a port of their own, as an administrator has them. */
export interface Programs {
  dataDir: string
  port: number
  env: NodeJS.ProcessEnv
  /** Starts the server and waits for its line; rejects with what it complained about. */
  start(settings?: Record<string, string>, command?: string[]): Promise<Process>
  admin(...args: string[]): Promise<Output>
  adminWith(settings: NodeJS.ProcessEnv, ...args: string[]): Promise<Output>
  /** Ends what a test that failed has left, and removes what the programs kept. */
  remove(): Promise<void>
}

interface Output {
  stdout: string
  stderr: string
}

/** Compiles the programs. What they keep is removed by `remove`. */
export async function compilePrograms(): Promise<Programs> {
  const tsc = join(PACKAGE_ROOT, 'node_modules/.bin/tsc')
  await promisify(execFile)(tsc, ['-b', 'core', 'server'], { cwd: PACKAGE_ROOT })
  const dataDir = await mkdtemp(join(tmpdir(), 'nana-process-'))
  const port = await freePort()
  const own = { DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', FIXED_NOW: '2025-08-11' }
  const env = { ...process.env, ...own }
  const children = new Set<ChildProcess>()
  const adminWith = (settings: NodeJS.ProcessEnv, ...args: string[]) =>
    promisify(execFile)('node', [CLI, ...args], { env: { ...env, ...settings } })
  return {
    dataDir,
    port,
    env,
    start: (settings = {}, command = ['node', MAIN]) =>
      start({ ...env, ...settings }, command, (child) => children.add(child)),
    admin: (...args) => adminWith({}, ...args),
    adminWith,
    remove: async () => {
      const left = [...children].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )
      await Promise.all(left.map((child) => stop({ child })))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface Process {
  child: ChildProcess
  line: string
  /** Resolves when the process has written this text to stderr. */
  said: (text: string) => Promise<void>
  /** Resolves when the process has written this text to stdout. */
  printed: (text: string) => Promise<string>
}

async function start(
  env: NodeJS.ProcessEnv,
  [program = '', ...args]: string[],
  begun: (child: ChildProcess) => void,
): Promise<Process> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  begun(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const said = async (text: string) => {
    while (!stderr.includes(text)) await once(child.stderr, 'data')
  }
  const printed = async (text: string) => {
    while (!stdout.includes(text)) await once(child.stdout, 'data')
    return stdout
  }
  const ready = once(child.stdout, 'data').then(([line]) => ({ child, line: String(line), said, printed }))
  const ended = once(child, 'close').then(([code]) =>
    Promise.reject(Object.assign(new Error(stderr), { code, stderr })),
  )
  ended.catch(() => undefined)
  return Promise.race([ready, ended])
}

export async function stop({ child }: Pick<Process, 'child'>): Promise<unknown[]> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  return exit
}

export async function failure(attempt: Promise<unknown>): Promise<{ code: number; stderr: string }> {
  return attempt.then(
    () => Promise.reject(new Error('it worked')),
    (error) => error,
  )
}
