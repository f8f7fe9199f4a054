import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The package's own folder, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command with its output shown; resolves with its exit code. */
export function run(command, args, { env = process.env, output = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', output, 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/** Runs a command that must succeed. Its words are progress and go to stderr: stdout is for what was asked for. */
export async function mustRun(command, args) {
  const code = await run(command, args, { output: process.stderr })
  if (code !== 0) fail(`«${[command, ...args].join(' ')}» ended with code ${code}.`)
}

/** A line of progress: what happens now. */
export function say(text) {
  process.stderr.write(`\n▸ ${text}\n`)
}

export function fail(text) {
  process.stderr.write(`\n✗ ${text}\n`)
  process.exit(1)
}
