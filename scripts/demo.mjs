import { build, install } from './prepare.mjs'
import { say } from './run.mjs'

// `npm run demo -- codigo` says the code with which the console of a demo that is running lets its staff in.

await install()
await build()
const { runDemo, sayCode } = await import('../dist/demo/main.js')
if (process.argv[2] === 'codigo') {
  await sayCode()
} else {
  say('Preparando familias de ejemplo…')
  await runDemo()
}
