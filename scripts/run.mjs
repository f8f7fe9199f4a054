import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The package's own folder, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command with its output shown; resolves with its exit code. */
export function run(command, args, { env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: quiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/** Runs a command that must succeed. */
export async function mustRun(command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) fail(`«${[command, ...args].join(' ')}» ended with code ${code}.`)
}

/** A line of progress: what happens now. */
export function say(text) {
  process.stdout.write(`\n▸ ${text}\n`)
}

export function fail(text) {
  process.stderr.write(`\n✗ ${text}\n`)
  process.exit(1)
}
