import { loadHarness } from './harness.mjs'
import { build, install } from './prepare.mjs'

await install()
await build()
const { main } = await loadHarness('fuzz')
// The tests' database ends only when this process does, and would keep it from ending by itself.
process.exit(await main(process.argv.slice(2)))
