import { loadHarness } from './harness.mjs'
import { build, install } from './prepare.mjs'
import { findBrowser } from './system-packages.mjs'

await install()
await build()
const { main } = await loadHarness('chaos')
// A run that was interrupted leaves programs under way, and this process doesn't wait for them.
process.exit(await main(process.argv.slice(2), await findBrowser()))
