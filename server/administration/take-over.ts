import type pg from 'pg'
import { endEverySession } from '../auth/sessions/ended-sessions.ts'
import { transaction } from '../auth/sessions/transaction.ts'
import { tellServers } from '../db/key-versions.ts'
import { fingerprintOf, takeOverDatabase } from '../db/this-server.ts'
import { recordEvent } from '../log/security-events.ts'
import type { Config } from '../settings/config.ts'
import { loadSecrets } from '../settings/secrets.ts'

/** The database is from now on that of the server with these secrets. One with others stops answering; sessions end. */
export async function takeOver(pool: pg.Pool, config: Config): Promise<void> {
  const { jwtSecret } = await loadSecrets(config)
  await transaction({ pool, liveSessions: null }, async (db) => {
    await takeOverDatabase(db, { siteUrl: config.siteUrl, secretsFingerprint: fingerprintOf(jwtSecret) })
    await endEverySession(db)
    await db.query(`select pg_notify('nana_leaving', '')`)
    await tellServers(db)
    await recordEvent(db, 'command', null, 'take-over')
  })
}
