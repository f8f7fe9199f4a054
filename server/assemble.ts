import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { isOwnDatabase } from './administration/copies/backup-tables.ts'
import { deleteOldUpgradeCopies, withUpgradeCopy } from './administration/copies/upgrade-copy.ts'
import { lastVerifiedCopy } from './administration/copies/verified-copy.ts'
import { createApp, createWaitingApp, type Outside } from './app.ts'
import { forgetOldLimits } from './auth/limits/limit-store.ts'
import { pruneSessions } from './auth/sessions/ended-sessions.ts'
import { createJwt } from './auth/sessions/jwt.ts'
import { createLiveSessions, type LiveSessions } from './auth/sessions/live-sessions.ts'
import { dailyCopies } from './daily-copies.ts'
import { agreeOnKeyVersions } from './db/key-versions.ts'
import { type Database, openDatabase } from './db/open.ts'
import { claimDatabase, fingerprintOf, OTHER_SECRETS, serverOf } from './db/this-server.ts'
import { waitForDatabase } from './db/wait-for-database.ts'
import { createWriteCheck } from './db/write-check.ts'
import { spaceOf } from './deployment/facts.ts'
import { watchDisk } from './disk-watch.ts'
import { type ChangeFeed, openChangeFeed } from './events/change-feed.ts'
import { followErased } from './follow-erased.ts'
import { followKeys } from './follow-keys.ts'
import { printFailure } from './log/lines.ts'
import { createSecurityLog, type SecurityLog } from './log/security-log.ts'
import { createMailer } from './mail/mailer.ts'
import { createPostOffice, type PostOffice } from './mail/post-office.ts'
import { countedMailer } from './metrics/counted-mailer.ts'
import { loadStaticFiles, type StaticFiles } from './page/static-files.ts'
import type { Listener } from './ports/listen.ts'
import { repeatedly } from './repeatedly.ts'
import { authAddress, type Config } from './settings/config.ts'
import { ConfigError } from './settings/environment.ts'
import { PACKAGE_ROOT } from './settings/paths.ts'
import { hasSecrets, keepFactorKey, loadSecrets, type Secrets } from './settings/secrets.ts'

const DAY_MS = 86_400_000
const LIMITS_FORGOTTEN_EVERY_MS = 600_000

const COPIES_ELSEWHERE = 'BACKUP_DIR no vale con una base de datos de Supabase: usa sus copias de seguridad.'

/** What has to be closed in the end. Null: the app talks to another project. */
interface Parts {
  database: Database | null
  postOffice: PostOffice
  feed: ChangeFeed | null
  securityLog: SecurityLog | null
  /** Ends what goes on by itself. */
  stop: () => Promise<void>
}

/**
 * Opens everything that answers needs, and hands over what answers: at first the waiting app, then the whole one, and
 * another one whenever keys changed.
 */
export async function assemble(
  config: Config,
  handOver: (listener: Listener) => void,
  signal: AbortSignal,
  outside: Outside,
): Promise<Parts> {
  const secrets = config.hosted === null ? await ownSecrets(config) : null
  const filesLoading = filesFor(config, secrets)
  // A failure is looked at below, when there is a database to close.
  filesLoading.then(
    (files) => handOver(getRequestListener(createWaitingApp(config, files, outside).fetch)),
    () => undefined,
  )
  const database = secrets === null ? null : await openOrWait(config, signal)
  const { metrics, isStopping } = outside
  const mailer = createMailer(config.mail)
  const postOffice = createPostOffice(metrics === null ? mailer : countedMailer(mailer, metrics))
  try {
    const filesAtFirst = await filesLoading
    if (secrets === null || database === null) {
      metrics?.watch({
        isReady: async () => !isStopping(),
        pools: {},
        waits: () => 0,
        space: () => spaceOf(config.dataDir),
      })
      handOver(getRequestListener(createApp(config, null, filesAtFirst, outside).fetch))
      return { database, postOffice, feed: null, securityLog: null, stop: async () => undefined }
    }
    const { pool, tablePool, limitPool } = database
    const us = { siteUrl: config.siteUrl, secretsFingerprint: fingerprintOf(secrets.jwtSecret) }
    // A database that was there a moment ago may fall over to another machine just now.
    await waitForDatabase(() => claimDatabase(pool, us), signal)
    if (config.copies.dir !== null && !(await isOwnDatabase(pool))) throw new ConfigError(COPIES_ELSEWHERE)
    const feed = openChangeFeed(database.connection)
    const erased = await followErased(pool, feed, config.dataDir)
    const liveSessions = openLiveSessions(pool, feed)
    const securityLog = createSecurityLog(pool, config.securityLogDays)
    const disk = config.databaseUrl === null ? await watchDisk(config.dataDir, config.diskReserveBytes) : null
    const isDiskNearlyFull = () => disk?.isNearlyFull() ?? false
    const canWrite = createWriteCheck(pool)
    const lasting = {
      pool,
      tablePool,
      limitPool,
      postOffice,
      feed,
      liveSessions,
      securityLog,
      isDiskNearlyFull,
      canWrite,
    }
    const isOurs = async (some: Secrets) => {
      const server = await serverOf(pool)
      return server === null || server.secretsFingerprint === fingerprintOf(some.jwtSecret)
    }
    let isSetAside = false
    const open = async (known: Opened | null): Promise<Opened> => {
      if (known !== null && !hasSecrets(config))
        throw new ConfigError(`Falta secrets.json en ${config.dataDir}.`)
      const current = await loadSecrets(config, await agreeOnKeyVersions(pool, config))
      if (!(await isOurs(current))) {
        // The database has heard of other secrets, and those that are in use here may have leaked.
        if (known !== null && !(await isOurs(known.secrets))) {
          isSetAside = true
          handOver(getRequestListener(createWaitingApp(config, filesAtFirst, outside).fetch))
        }
        throw new ConfigError(OTHER_SECRETS)
      }
      if (!isSetAside && known !== null && isDeepStrictEqual(current, known.secrets)) return known
      isSetAside = false
      const jwt = await createJwt(current, config.isSiteUrlSet ? authAddress(config) : null)
      const files = isDeepStrictEqual(current, secrets) ? filesAtFirst : await filesFor(config, current)
      const app = createApp(config, { ...lasting, secrets: current, jwt }, files, outside)
      return { secrets: current, listener: getRequestListener(app.fetch) }
    }
    const openFirst = () => waitForDatabase(() => open(null), signal)
    const keys = await followKeys<Opened>(
      feed,
      (known) => (known === null ? openFirst() : open(known)),
      ({ listener }) => handOver(listener),
    )
    metrics?.watch({
      isReady: async () => !isStopping() && !isSetAside && (await canWrite()),
      pools: { accounts: pool, tables: tablePool, limits: limitPool },
      waits: () => feed.room.known().length,
      space: () => spaceOf(config.dataDir),
      ...(config.copies.dir !== null && { lastVerifiedCopy: () => lastVerifiedCopy(config) }),
    })
    const again = [
      repeatedly(DAY_MS, 'sessions_not_pruned', () => pruneSessions(pool, config.auth)),
      repeatedly(DAY_MS, 'upgrade_copies_not_deleted', () => deleteOldUpgradeCopies(config, new Date())),
      repeatedly(LIMITS_FORGOTTEN_EVERY_MS, 'limits_not_forgotten', () => forgetOldLimits(limitPool)),
      dailyCopies(config, database.owner),
    ]
    const stop = async () => {
      erased.stop()
      keys.stop()
      disk?.close()
      await Promise.all(again.map((work) => work.stop()))
    }
    return { database, postOffice, feed, securityLog, stop }
  } catch (error) {
    await database?.close()
    throw error
  }
}

/** The listener answers with these secrets alone: other secrets need another listener. */
interface Opened {
  secrets: Secrets
  listener: Listener
}

/** It stays when keys change, so that it hears of each end once. */
function openLiveSessions(pool: Database['pool'], feed: ChangeFeed): LiveSessions {
  const liveSessions = createLiveSessions(
    pool,
    () => feed.isListening,
    (ids) => feed.room.wakeSessions(ids),
  )
  feed.onLeaving(liveSessions.forgetAll)
  feed.onSessionEnded((id) => liveSessions.forget([id]))
  return liveSessions
}

async function ownSecrets(config: Config): Promise<Secrets> {
  const secrets = await loadSecrets(config)
  const said = { message: 'secrets.json no se puede cambiar: pon FACTOR_KEY antes de cambiar JWT_SECRET' }
  // The key follows from the JWT secret as it always did, where a folder can only be read.
  await keepFactorKey(config).catch((error: unknown) => printFailure('factor_key_not_kept', said, error))
  return secrets
}

/** The app as it is built, with what its page has to know of this server. */
function filesFor(config: Config, secrets: Secrets | null): Promise<StaticFiles> {
  const settings = {
    supabaseUrl: config.hosted?.url ?? '',
    anonKey: config.hosted?.anonKey ?? secrets?.anonKey,
    fixedNow: config.fixedNow,
    minPasswordLength: config.hosted === null ? config.auth.minPasswordLength : null,
    brand: config.brand,
  }
  const connectTo = config.hosted === null ? [] : [new URL(config.hosted.url).origin]
  return loadStaticFiles(join(PACKAGE_ROOT, 'dist/app'), settings, connectTo)
}

/** Our own database comes with us, and says what keeps it from starting. Another one may just not be there yet. */
async function openOrWait(config: Config, signal: AbortSignal): Promise<Database> {
  const open = () =>
    withUpgradeCopy(config, signal, (beforeUpgrade) =>
      openDatabase(config, config.databaseTimeoutSeconds * 1000, signal, {
        beforeUpgrade,
        mayMake: config.dataExpected !== true,
      }),
    )
  return config.databaseUrl === null ? open() : waitForDatabase(open, signal)
}
