import { makeMemoryFolder } from './gate/memory-folder.mjs'
import { loadHarness } from './harness.mjs'
import { build, install } from './prepare.mjs'
import { ensureClusterParts } from './system-packages.mjs'

await install()
const bin = await ensureClusterParts()
if (bin === null) process.exit(1)
await build()
// Five databases' worth of logs are synced to the disk all the time: in memory that costs nothing.
process.env.TMPDIR = makeMemoryFolder() ?? process.env.TMPDIR ?? ''
const { main } = await loadHarness('cluster')
process.exit(await main(process.argv.slice(2), bin))
