import { build, install } from './prepare.mjs'
import { say } from './run.mjs'

await install()
await build()
say('Preparando una familia de ejemplo…')
const { runDemo } = await import('../dist/demo/main.js')
await runDemo()
