import { loadHarness } from './harness.mjs'
import { build, install } from './prepare.mjs'
import { findBrowser } from './system-packages.mjs'

await install()
await build()
const { main } = await loadHarness('bench')
await main(process.argv.slice(2), await findBrowser({ isWhole: true }))
