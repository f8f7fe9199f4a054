import { build } from './prepare.mjs'

await build()
const { runCli } = await import('../dist/server/cli.js')
await runCli(process.argv.slice(2))
