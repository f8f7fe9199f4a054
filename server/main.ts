import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { noteDataFolder, refuseMissingData } from './administration/copies/missing-data.ts'
import { assemble, type JoinDatabase } from './assemble.ts'
import { type Database, joinDatabase } from './db/open.ts'
import { factsOf } from './deployment/facts.ts'
import { judgeDeployment } from './deployment/judge.ts'
import { meetServiceManager } from './deployment/service-manager.ts'
import { endWhenTold } from './end-when-told.ts'
import { whenCopied } from './keeping/daily-copies.ts'
import { printEvents, printFailure } from './log/lines.ts'
import { startMany } from './many-processes.ts'
import { type Figures, openMetrics } from './metrics/metrics.ts'
import { metricsPage } from './metrics/metrics-page.ts'
import { giveUpRoot } from './ports/give-up-root.ts'
import { listenEverywhere, portOf } from './ports/listen.ts'
import type { Addresses } from './processes/messages.ts'
import { linkToPrimary, type PrimaryLink } from './processes/primary-link.ts'
import { addressOf, type Config, loadConfig } from './settings/config.ts'
import { IS_WORKER } from './settings/processes.ts'

export interface RunningServer {
  url: string
  /** Where administrators are answered: the same address, unless they have one of their own. */
  adminUrl: string
  /** Null where nothing is counted. */
  metricsUrl: string | null
  /** Null when the app talks to another project. */
  db: Database | null
  /** Says at /ready that callers have to be led elsewhere, and serves them until there was time for it. */
  drain(): Promise<void>
  /** What it has counted, for another process to draw. Null where nothing is counted. */
  figures(): Promise<Figures | null>
  /** Finishes the requests under way, then closes the database. */
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(import.meta.url)

/** What a process has to do with others. */
interface Place {
  /** Is called when the ports are open, ahead of everything that is no port. */
  onListening?: (addresses: Addresses) => void | Promise<void>
  /** Joins the database that another process keeps. Without it this one opens and keeps its own. */
  joinDatabase?: JoinDatabase
}

/**
 * Listens, then opens everything else: a port in use is told before a database is touched. Resolves when the database
 * is there; until then the app is served and its calls are told to come back. `signal` ends the wait.
 */
export async function startServer(
  config: Config,
  signal: AbortSignal = new AbortController().signal,
  { onListening = () => undefined, joinDatabase }: Place = {},
): Promise<RunningServer> {
  const isAlone = joinDatabase === undefined
  const metrics = config.metrics === null ? null : await openMetrics(isAlone ? 'all' : 'itself')
  const ports = await listenEverywhere(config, metrics !== null && isAlone ? metricsPage(metrics) : null)
  const { server, adminServer, metricsServer, handOver, closeAll } = ports
  const stopping = new AbortController()
  const outside = { metrics, isStopping: () => stopping.signal.aborted }
  try {
    const url = addressOf(config.host, portOf(server))
    const adminUrl = addressOf(config.admin?.host ?? config.host, portOf(adminServer ?? server))
    // With port 0 the system chooses the port, so the address is only known here.
    const fromPort = config.siteUrl === addressOf(config.host, config.port)
    const siteUrl = fromPort ? url : config.siteUrl
    await onListening({ url, siteUrl })
    const parts = await assemble({ ...config, siteUrl }, handOver, signal, outside, joinDatabase)
    const { database, postOffice, feed, securityLog } = parts
    let drained: Promise<void> | null = null
    return {
      url,
      adminUrl,
      metricsUrl: metricsServer && addressOf(config.metrics?.host ?? config.host, portOf(metricsServer)),
      db: database,
      drain: () => {
        stopping.abort()
        drained ??= sleep(config.drainSeconds * 1000)
        return drained
      },
      figures: async () => metrics?.figures() ?? null,
      stop: async () => {
        stopping.abort()
        // Waiting phones have to be answered first, because their requests would hold up the end.
        feed?.close()
        const stopped = parts.stop()
        await closeAll()
        await stopped
        await postOffice.close()
        await securityLog?.close()
        await database?.close()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Runs the server as a process: reads the settings from the environment and serves until a signal ends it. */
export async function runServer(): Promise<void> {
  // A log whose disk is full, or whose reader has gone, is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // A promise that nobody awaits may end a request, but must not end the process.
  process.on('unhandledRejection', (reason) =>
    printFailure('unhandled_rejection', { message: 'Promesa rechazada que nadie esperaba' }, reason),
  )
  // What an error left half done when nobody caught it is unknown: requests under way are answered, and whoever keeps
  // the server running starts it afresh.
  let endAfterwards = (code: number): void => process.exit(code)
  process.on('uncaughtException', (error) => {
    printFailure('uncaught_exception', { message: 'Error que nadie ha recogido: el servidor termina' }, error)
    endAfterwards(1)
  })
  const manager = meetServiceManager(process.env, {
    onFailure: (error) => printFailure('service_manager', { message: 'systemd no se entera' }, error),
  })
  try {
    const config = loadConfig(process.env)
    // The process that began this one has looked at the data folder, and has yet to make what is missing there.
    if (!IS_WORKER) await refuseMissingData(config)
    // In a terminal somebody reads along; the table has the events anyway.
    if (!process.stdout.isTTY) printEvents()
    const ending = new AbortController()
    let whatToExpect: string | null = null
    let whoGoesOn: string | null = null
    const afterListening = () => {
      // Beside the data folder only root may write. A first start whose ports are taken leaves no note, as it makes no
      // database either.
      if (!IS_WORKER) whatToExpect = noteDataFolder(config)
      whoGoesOn = giveUpRoot({
        dataDir: config.dataDir,
        mailDir: config.mail.dir,
        copyDir: config.copies.dir,
        node: config.processes > 1 ? process.execPath : null,
      })
    }
    // Also while it starts: a database that is half open has to be closed, and one that is awaited awaited no longer.
    let drain = async (): Promise<void> => ending.abort()
    const stop = () => {
      ending.abort()
      return starting.then(
        (server) => server.stop(),
        () => undefined,
      )
    }
    endAfterwards = endWhenTold(stop, () => {
      manager.stopping()
      return drain()
    })
    const starting = IS_WORKER
      ? startWorker(
          config,
          ending.signal,
          afterListening,
          linkToPrimary({ drain: () => void drain(), end: () => endAfterwards(0) }),
        )
      : config.processes > 1
        ? startMany(config, ending.signal, afterListening, PROGRAM, () => endAfterwards(1))
        : startServer(config, ending.signal, { onListening: afterListening })
    const server = await starting.catch((error: unknown) => {
      if (ending.signal.aborted) process.exit()
      throw error
    })
    drain = () => server.drain()
    if (IS_WORKER) return
    manager.ready(`Sirve en ${server.url}`)
    console.log(`Nana está lista en ${server.url} (${server.db?.describe ?? config.hosted?.url})`)
    const facts = await factsOf(config.dataDir, whoGoesOn)
    const about = [facts.staysRoot === null ? whoGoesOn : null, whenCopied(config), whatToExpect]
    for (const said of about) if (said !== null) console.log(said)
    for (const finding of judgeDeployment(config, facts)) console.log(`Aviso: ${finding}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** One of several processes on the same port. The one that began it keeps the database, and says when all are ready. */
async function startWorker(
  config: Config,
  signal: AbortSignal,
  afterListening: () => void,
  primary: PrimaryLink,
): Promise<RunningServer> {
  const server = await startServer(config, signal, {
    async onListening(addresses) {
      await primary.listening(addresses, signal)
      afterListening()
    },
    joinDatabase: async ({ databaseTimeoutSeconds }) =>
      joinDatabase(await primary.database(signal), databaseTimeoutSeconds * 1000),
  })
  primary.ready(() => server.figures())
  return server
}

if (process.argv[1] === PROGRAM) await runServer()
