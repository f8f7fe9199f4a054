import { join } from 'node:path'
import { ROOT } from './run.mjs'

/**
 * A harness is TypeScript that nobody ships: it runs from its sources. `main` resolves with the exit code, if any.
 * @param {'bench' | 'chaos' | 'crash' | 'fuzz'} name
 * @returns {Promise<{ main: (args: readonly string[], browser?: string) => Promise<number | undefined> }>}
 */
export async function loadHarness(name) {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(ROOT, name, 'main.ts'), { configFile: false, root: ROOT })
  return module
}
