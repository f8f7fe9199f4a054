import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** This is the package's own folder, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a command with its output shown; resolves with its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, output?: 'inherit' | 'ignore' | typeof process.stderr }} [how]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = process.env, cwd = ROOT, output = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/**
 * Runs a command beside others; resolves with its exit code and what it said, to be shown in one piece, or `answer`,
 * what of it was no message. After `timeout` milliseconds it is ended.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeout?: number }} [how]
 * @returns {Promise<{ code: number, said: string, answer: string }>}
 */
export function listen(command, args, { env = process.env, timeout } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    let answer = ''
    child.stdout.on('data', (chunk) => {
      answer += chunk
    })
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk) => {
        said += chunk
      })
    }
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), said, answer }))
  })
}

/**
 * Runs a command that must succeed. Its words are progress and go to stderr: stdout is for what was asked for.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [how]
 */
export async function mustRun(command, args, how = {}) {
  const code = await run(command, args, { ...how, output: process.stderr })
  if (code !== 0) fail(`«${[command, ...args].join(' ')}» ha terminado con el código ${code}.`)
}

/** Resolves to a port of this machine on which nothing listened just now. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return String(typeof address === 'object' ? address?.port : address)
}

/**
 * Writes a line of progress, which says what happens now.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`\n▸ ${text}\n`)
}

/**
 * Ends the command.
 * @param {string} text The reason, for whoever ran it.
 * @returns {never}
 */
export function fail(text) {
  process.stderr.write(`\n✗ ${text}\n`)
  process.exit(1)
}
