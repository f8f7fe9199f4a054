import { join } from 'node:path'
import { build, install } from './prepare.mjs'
import { ROOT } from './run.mjs'
import { findBrowser } from './system-packages.mjs'

await install()
await build()
const { runnerImport } = await import('vite')
// Like the chaos harness: TypeScript that nobody ships, run from its sources.
const { module } = await runnerImport(join(ROOT, 'bench/main.ts'), { configFile: false, root: ROOT })
await module.main(process.argv.slice(2), await findBrowser())
