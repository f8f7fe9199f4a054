import { join } from 'node:path'
import { build, install } from './prepare.mjs'
import { ROOT } from './run.mjs'

await install()
await build()
const { runnerImport } = await import('vite')
// The harness is TypeScript that nobody ships: it runs from its sources.
const { module } = await runnerImport(join(ROOT, 'fuzz/main.ts'), { configFile: false, root: ROOT })
process.exitCode = await module.main(process.argv.slice(2))
