import { signOfData } from '../administration/copies/missing-data.ts'
import { deleteOldUpgradeCopies, withUpgradeCopy } from '../administration/copies/upgrade-copy.ts'
import { lastVerifiedCopy } from '../administration/copies/verified-copy.ts'
import { forgetOldLimits } from '../auth/limits/limit-store.ts'
import { pruneSessions } from '../auth/sessions/ended-sessions.ts'
import { type Database, type KeptDatabase, openDatabase } from '../db/open.ts'
import { claimDatabase, fingerprintOf } from '../db/this-server.ts'
import { waitForDatabase } from '../db/wait-for-database.ts'
import { spaceOf } from '../deployment/facts.ts'
import type { ChangeFeed } from '../events/change-feed.ts'
import { forgetAddresses } from '../log/forget-addresses.ts'
import { printFailure } from '../log/lines.ts'
import { pruneSecurityLog } from '../log/security-log.ts'
import type { Config } from '../settings/config.ts'
import { keepFactorKey, loadSecrets, type Secrets } from '../settings/secrets.ts'
import { dailyCopies } from './daily-copies.ts'
import { followLists } from './follow-lists.ts'
import { onSchedule } from './on-schedule.ts'
import { repeatedly } from './repeatedly.ts'

// What is done once for a server, however many processes of it answer requests.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export async function ownSecrets(config: Config): Promise<Secrets> {
  const secrets = await loadSecrets(config)
  const said = { message: 'secrets.json no se puede cambiar: pon FACTOR_KEY antes de cambiar JWT_SECRET' }
  // The key follows from the JWT secret as it always did, where a folder can only be read.
  await keepFactorKey(config).catch((error: unknown) => printFailure('factor_key_not_kept', said, error))
  return secrets
}

/** Our own database comes with us, and says what keeps it from starting. Another one may just not be there yet. */
export async function openOrWait(config: Config, signal: AbortSignal): Promise<KeptDatabase> {
  // A restore that was cut off, or another DATABASE_URL, looks like a database that nobody has used yet.
  const tables = (await signOfData(config)) === null ? 'made' : 'expected'
  const open = () =>
    withUpgradeCopy(config, signal, (beforeUpgrade) =>
      openDatabase(config, config.databaseTimeoutSeconds * 1000, signal, {
        beforeUpgrade,
        tables,
      }),
    )
  return config.databaseUrl === null ? open() : waitForDatabase(open, signal)
}

/** Notes whose database it is. Throws when it is another server's. */
export async function takeCharge(
  config: Config,
  { pool }: Database,
  secrets: Secrets,
  signal: AbortSignal,
): Promise<void> {
  const us = { siteUrl: config.siteUrl, secretsFingerprint: fingerprintOf(secrets.jwtSecret) }
  // A database that was there a moment ago may fall over to another machine just now.
  await waitForDatabase(() => claimDatabase(pool, us), signal)
}

/** Does what is to be done again and again, until `stop` is called. */
export async function startKeeping(
  config: Config,
  { pool, limitPool, owner }: KeptDatabase,
  feed: ChangeFeed,
): Promise<{ stop: () => Promise<void> }> {
  const lists = await followLists(pool, feed, config.dataDir)
  const tasks = [
    {
      name: 'prune sessions',
      everyMs: DAY_MS,
      event: 'sessions_not_pruned',
      work: () => pruneSessions(pool, config.auth),
    },
    {
      name: 'prune security log',
      everyMs: HOUR_MS,
      event: 'security_log_not_pruned',
      work: () => pruneSecurityLog(pool, config.securityLogDays),
    },
    {
      name: 'forget addresses',
      everyMs: HOUR_MS,
      event: 'addresses_not_forgotten',
      work: () => forgetAddresses(pool),
    },
    {
      name: 'forget limits',
      everyMs: 10 * MINUTE_MS,
      event: 'limits_not_forgotten',
      work: () => forgetOldLimits(limitPool),
    },
  ]
  const rounds = [
    ...tasks.map((task) => onSchedule(pool, task)),
    // These are about folders, and each server has its own.
    repeatedly(DAY_MS, 'upgrade_copies_not_deleted', () => deleteOldUpgradeCopies(config, new Date())),
    dailyCopies(config, owner),
    lists,
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}

/** What metrics ask of a server, and not of each of its processes. */
export function watchedOnce(config: Config) {
  const { dataDir, databaseUrl, hosted } = config
  return {
    // Where the database is elsewhere, this disk doesn't hold what families log.
    space: async () => (databaseUrl === null && hosted === null ? spaceOf(dataDir) : null),
    ...(config.copies.dir !== null && { lastVerifiedCopy: () => lastVerifiedCopy(config) }),
  }
}
