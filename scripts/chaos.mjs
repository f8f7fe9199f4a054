import { join } from 'node:path'
import { build, install } from './prepare.mjs'
import { ROOT } from './run.mjs'
import { findBrowser } from './system-packages.mjs'

await install()
await build()
const { runnerImport } = await import('vite')
// The harness is TypeScript that nobody ships: it runs from its sources.
const { module } = await runnerImport(join(ROOT, 'chaos/main.ts'), { configFile: false, root: ROOT })
// What a run that was interrupted left under way is not waited for.
process.exit(await module.main(process.argv.slice(2), await findBrowser()))
