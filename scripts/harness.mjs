import { join } from 'node:path'
import { ROOT } from './run.mjs'

/**
 * A harness is TypeScript that nobody ships: it runs from its sources. What it imports on its way is loaded from them
 * too, so that they stay at hand until `main` has ended. It resolves with the exit code, if any.
 * @param {'bench' | 'chaos' | 'cluster' | 'crash' | 'fuzz'} name
 * @returns {Promise<{ main: (args: readonly string[], program?: string) => Promise<number | undefined> }>}
 */
export async function loadHarness(name) {
  const { createRunnableDevEnvironment, resolveConfig } = await import('vite')
  const inline = {
    consumer: /** @type {const} */ ('server'),
    dev: { moduleRunnerTransform: true },
    resolve: { external: /** @type {const} */ (true), mainFields: [], conditions: ['node'] },
  }
  const config = await resolveConfig(
    { configFile: false, envDir: false, root: ROOT, cacheDir: ROOT, environments: { inline } },
    'serve',
  )
  const environment = createRunnableDevEnvironment('inline', config, {
    runnerOptions: { hmr: { logger: false } },
    hot: false,
  })
  await environment.init()
  const { main } = await environment.runner.import(join(ROOT, name, 'main.ts'))
  return {
    async main(args, program) {
      try {
        return await main(args, program)
      } finally {
        await environment.close()
      }
    },
  }
}
