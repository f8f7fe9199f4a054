import { setTimeout as sleep } from 'node:timers/promises'
import { startSwallowingProxy } from '../../server/testing/swallowing-proxy.ts'
import { startTestDatabase } from '../../server/testing/test-database.ts'
import { type Findings, underLoad } from '../load/load.ts'
import { startNana } from '../world/nana.ts'

/** Lets the way to a database of its own swallow everything for a while, and then everything new come through. */
export async function playAway(seconds: number, interrupted: AbortSignal): Promise<Findings> {
  const db = await startTestDatabase()
  const proxy = await startSwallowingProxy(db.connection)
  try {
    const nana = await startNana({ settings: { DATABASE_URL: proxy.url } })
    return await underLoad(nana, interrupted, async (load) => {
      await load.saved(200)
      proxy.swallow()
      await sleep(seconds * 1000, null, { signal: interrupted })
      await proxy.pass()
      await load.measureReady(`${seconds} s sin base de datos`)
      await load.judge()
      await load.saved(200)
    })
  } finally {
    proxy.close()
    await db.close()
  }
}
