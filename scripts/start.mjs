import { build } from './prepare.mjs'

await build()
// The server runs in this process, so that a signal sent to the command reaches the server itself.
const { runServer } = await import('../dist/server/main.js')
await runServer()
