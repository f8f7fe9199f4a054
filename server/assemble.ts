import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { type App, createApp, createWaitingApp, type Outside } from './app.ts'
import { createJwt } from './auth/sessions/jwt.ts'
import { createLiveSessions, type LiveSessions } from './auth/sessions/live-sessions.ts'
import { agreeOnKeyVersions } from './db/key-versions.ts'
import type { Database } from './db/open.ts'
import { fingerprintOf, OTHER_SECRETS, serverOf } from './db/this-server.ts'
import { waitForDatabase } from './db/wait-for-database.ts'
import { createReplica } from './db/ways/replica.ts'
import { createWriteCheck } from './db/write-check.ts'
import { watchDisk } from './disk-watch.ts'
import { type ChangeFeed, openChangeFeed } from './events/change-feed.ts'
import { followKeys } from './follow-keys.ts'
import { openOrWait, ownSecrets, startKeeping, takeCharge, watchedOnce } from './keeping/keeping.ts'
import { createSecurityLog, type SecurityLog } from './log/security-log.ts'
import { createMailer } from './mail/mailer.ts'
import { createPostOffice, type PostOffice } from './mail/post-office.ts'
import { countedMailer } from './metrics/counted-mailer.ts'
import { loadStaticFiles, type StaticFiles } from './page/static-files.ts'
import type { Listener } from './ports/listen.ts'
import { authAddress, type Config } from './settings/config.ts'
import { secretsFile } from './settings/data-dir.ts'
import { ConfigError } from './settings/environment.ts'
import { PACKAGE_ROOT } from './settings/paths.ts'
import { hasSecrets, loadSecrets, type Secrets } from './settings/secrets.ts'

/** What has to be closed in the end. Null: the app talks to another project. */
interface Parts {
  database: Database | null
  postOffice: PostOffice
  feed: ChangeFeed | null
  securityLog: SecurityLog | null
  /** Ends what goes on by itself. */
  stop: () => Promise<void>
}

/** How a process comes to a database that another one of this server opens, and keeps. */
export type JoinDatabase = (config: Config, signal: AbortSignal) => Promise<Database>

/**
 * Opens everything that answers needs, and hands over what answers: at first the waiting app, then the whole one, and
 * another one whenever keys changed.
 */
export async function assemble(
  config: Config,
  handOver: (listener: Listener) => void,
  signal: AbortSignal,
  outside: Outside,
  joinDatabase: JoinDatabase | null = null,
): Promise<Parts> {
  const secrets = config.hosted === null ? await ownSecrets(config) : null
  const filesLoading = filesFor(config, secrets)
  // A failure is looked at below, when there is a database to close.
  filesLoading.then(
    (files) => handOver(listenerOf(createWaitingApp(config, files, outside))),
    () => undefined,
  )
  const isAlone = joinDatabase === null
  const kept = secrets === null || !isAlone ? null : await openOrWait(config, signal)
  const database = kept ?? (secrets === null || isAlone ? null : await joinDatabase(config, signal))
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
        ...(isAlone && watchedOnce(config)),
      })
      handOver(listenerOf(createApp(config, null, filesAtFirst, outside)))
      return { database, postOffice, feed: null, securityLog: null, stop: async () => undefined }
    }
    const { pool, tablePool, limitPool, replicaPool } = database
    const replica = replicaPool && createReplica(tablePool, replicaPool)
    if (kept !== null) await takeCharge(config, kept, secrets, signal)
    const feed = openChangeFeed(database.connection)
    const liveSessions = openLiveSessions(pool, feed)
    const securityLog = createSecurityLog(pool)
    const disk = config.databaseUrl === null ? await watchDisk(config.dataDir, config.diskReserveBytes) : null
    const isDiskNearlyFull = () => disk?.isNearlyFull() ?? false
    const canWrite = createWriteCheck(pool)
    const lasting = {
      pool,
      tablePool,
      limitPool,
      replica,
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
        throw new ConfigError(`Falta ${secretsFile(config.dataDir)}.`)
      const current = await loadSecrets(config, await agreeOnKeyVersions(pool, config))
      if (!(await isOurs(current))) {
        // The database has heard of other secrets, and those that are in use here may have leaked.
        if (known !== null && !(await isOurs(known.secrets))) {
          isSetAside = true
          handOver(listenerOf(createWaitingApp(config, filesAtFirst, outside)))
        }
        throw new ConfigError(OTHER_SECRETS)
      }
      if (!isSetAside && known !== null && isDeepStrictEqual(current, known.secrets)) return known
      isSetAside = false
      const jwt = await createJwt(current, config.isSiteUrlSet ? authAddress(config) : null)
      const files = isDeepStrictEqual(current, secrets) ? filesAtFirst : await filesFor(config, current)
      const app = createApp(config, { ...lasting, secrets: current, jwt }, files, outside)
      return { secrets: current, listener: listenerOf(app) }
    }
    const openFirst = () => waitForDatabase(() => open(null), signal)
    const keys = await followKeys<Opened>(
      feed,
      (known) => (known === null ? openFirst() : open(known)),
      ({ listener }) => handOver(listener),
    )
    const keeping = kept && (await startKeeping(config, kept, feed))
    metrics?.watch({
      isReady: async () => !isStopping() && !isSetAside && (await canWrite()),
      pools: {
        accounts: pool,
        tables: tablePool,
        limits: limitPool,
        ...(replicaPool && { replica: replicaPool }),
      },
      waits: () => feed.room.known().length,
      ...(isAlone && watchedOnce(config)),
    })
    const stop = async () => {
      keys.stop()
      disk?.close()
      await keeping?.stop()
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

/** A balancer that asks whether this server is ready may speak HTTP/1.0, and name no host. */
function listenerOf(app: App): Listener {
  return getRequestListener(app.fetch, { hostname: 'localhost' })
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
