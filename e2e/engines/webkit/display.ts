import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a screen that nobody sees, for the windows of one worker. */
export async function startDisplay(): Promise<{ name: string; end(): Promise<void> }> {
  // No other worker has this number: a screen that ends would take the place of the next one with the same.
  const name = `:${1000 + (process.pid % 50_000)}`
  const child = spawn(
    'Xvfb',
    [name, '-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const ended = once(child, 'exit')
  // Xvfb prints its number when it is ready.
  await Promise.race([once(child.stdout, 'data'), ended])
  if (child.exitCode !== null) throw new Error('Xvfb did not start')
  return {
    name,
    async end() {
      child.kill()
      await ended
    },
  }
}
