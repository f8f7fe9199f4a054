import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './db/open.ts'
import { openChangeFeed } from './events/change-feed.ts'
import { openOrWait, ownSecrets, startKeeping, takeCharge, watchedOnce } from './keeping/keeping.ts'
import { drawTogether } from './metrics/draw-together.ts'
import { openMetrics } from './metrics/metrics.ts'
import { metricsPage } from './metrics/metrics-page.ts'
import { listenForMetrics } from './ports/listen.ts'
import { promised } from './processes/promised.ts'
import { keepWorkers, type Workers } from './processes/workers.ts'
import type { Config } from './settings/config.ts'

interface Running {
  url: string
  /** Null when the app talks to another project. */
  db: Database | null
  /** Says at /ready that callers have to be led elsewhere, and serves them until there was time for it. */
  drain: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Serves with several processes: they have the ports, and this one the database, the port of metrics and what is done
 * once for all of them. Resolves when all are ready.
 *
 * @param afterListening is called when the ports are open.
 * @param program is what the processes run.
 * @param onHopeless is called when they fall again and again.
 */
export async function startMany(
  config: Config,
  signal: AbortSignal,
  afterListening: () => void,
  program: string,
  onHopeless: () => void,
): Promise<Running> {
  const workers = keepWorkers(program, config.processes, onHopeless)
  const ended = promised<never>()
  ended.promise.catch(() => undefined)
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true })
  const closeMetrics = await openMetricsOfAll(config, workers)
  let kept: Kept | null = null
  const stop = async () => {
    try {
      await Promise.all([closeMetrics(), workers.stop(), kept?.stopKeeping()])
    } finally {
      await kept?.database.close()
    }
  }
  try {
    // Only one of them is begun before the ports are open, because each would complain of a port that is taken.
    const { url, siteUrl } = await Promise.race([workers.startFirst(), ended.promise])
    afterListening()
    workers.tell({ kind: 'go' })
    if (config.hosted === null) {
      kept = await keep({ ...config, siteUrl }, signal)
      workers.tell({ kind: 'database', shared: kept.database.shared })
    }
    await Promise.race([workers.startOthers(), ended.promise])
    const drain = () => {
      workers.drain()
      return sleep(config.drainSeconds * 1000)
    }
    return { url, db: kept?.database ?? null, drain, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Answers what closes its port. */
async function openMetricsOfAll(config: Config, workers: Workers): Promise<() => Promise<void>> {
  if (config.metrics === null) return async () => undefined
  const metrics = await openMetrics('server')
  metrics.watch(watchedOnce(config))
  const draw = async () => drawTogether(await metrics.figures(), await workers.figures())
  return listenForMetrics(config, config.metrics, metricsPage({ draw, contentType: metrics.contentType }))
}

type Kept = Awaited<ReturnType<typeof keep>>

async function keep(config: Config, signal: AbortSignal) {
  const secrets = await ownSecrets(config)
  const database = await openOrWait(config, signal)
  try {
    await takeCharge(config, database, secrets, signal)
    const feed = openChangeFeed(database.connection)
    const keeping = await startKeeping(config, database, feed)
    const stopKeeping = () => {
      feed.close()
      return keeping.stop()
    }
    return { database, stopKeeping }
  } catch (error) {
    await database.close()
    throw error
  }
}
