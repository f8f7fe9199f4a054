import { loadHarness } from './harness.mjs'
import { build, install } from './prepare.mjs'
import { ensurePooler } from './system-packages.mjs'

await install()
await ensurePooler()
await build()
const { main } = await loadHarness('crash')
// The tests' database ends only when this process does, and would keep it from ending by itself.
process.exit(await main(process.argv.slice(2)))
