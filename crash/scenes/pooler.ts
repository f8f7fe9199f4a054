import { startTestDatabase } from '../../server/testing/test-database.ts'
import { type Findings, underLoad } from '../load/load.ts'
import { startNana } from '../world/nana.ts'
import { startPooler } from '../world/pooler.ts'

/** So many calls in vain, and nobody goes another way than through the pooler. */
const TURNED_AWAY = 100

/**
 * Puts a PgBouncer that shares connections out between a server and its database, and kills it once. Returns null where
 * there is none.
 */
export async function playPooler(interrupted: AbortSignal): Promise<Findings | null> {
  const db = await startTestDatabase()
  const { rows } = await db.pool.query<{ role: string }>(
    `select 'nana_server_' || left(md5(current_database()), 8) as role`,
  )
  const { host = '', user = '', database } = db.connection
  const pooler = await startPooler(db.connection, [user, ...rows.map(({ role }) => role)])
  try {
    if (pooler === null) return null
    const direct = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
    const nana = await startNana({ settings: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct } })
    return await underLoad(nana, interrupted, async (load) => {
      await load.saved(500)
      load.blameTurnedAway()
      await load.judge()
      await pooler.kill()
      await load.turnedAway(TURNED_AWAY)
      await pooler.start()
      await load.measureReady('un pooler que cae')
      await load.judge()
      await load.saved(500)
    })
  } finally {
    await pooler?.stop()
    await db.close()
  }
}
