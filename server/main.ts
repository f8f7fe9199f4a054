import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { noteDataFolder, refuseMissingData } from './administration/copies/missing-data.ts'
import { assemble } from './assemble.ts'
import { whenCopied } from './daily-copies.ts'
import type { Database } from './db/open.ts'
import { factsOf } from './deployment/facts.ts'
import { judgeDeployment } from './deployment/judge.ts'
import { printEvents, printFailure } from './log/lines.ts'
import { openMetrics } from './metrics/metrics.ts'
import { metricsPage } from './metrics/metrics-page.ts'
import { giveUpRoot } from './ports/give-up-root.ts'
import { listenEverywhere, portOf } from './ports/listen.ts'
import { addressOf, type Config, loadConfig } from './settings/config.ts'

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
  /** Finishes the requests under way, then closes the database. */
  stop(): Promise<void>
}

const STOP_WITHIN_MS = 4800

/**
 * Listens, then opens everything else: a port in use is told before a database is touched. Resolves when the database
 * is there; until then the app is served and its calls are told to come back. `signal` ends the wait. `onListening` is
 * called ahead of everything that is no port.
 */
export async function startServer(
  config: Config,
  signal: AbortSignal = new AbortController().signal,
  onListening: () => void = () => undefined,
): Promise<RunningServer> {
  const metrics = config.metrics === null ? null : await openMetrics()
  const ports = await listenEverywhere(config, metrics === null ? null : metricsPage(metrics))
  const { server, adminServer, metricsServer, handOver, closeAll } = ports
  const stopping = new AbortController()
  const outside = { metrics, isStopping: () => stopping.signal.aborted }
  try {
    onListening()
    const port = portOf(server)
    // With port 0 the system chooses the port, so the address is only known here.
    const fromPort = config.siteUrl === addressOf(config.host, config.port)
    const siteUrl = fromPort ? addressOf(config.host, port) : config.siteUrl
    const parts = await assemble({ ...config, siteUrl }, handOver, signal, outside)
    const { database, postOffice, feed, securityLog } = parts
    return {
      url: addressOf(config.host, port),
      adminUrl: addressOf(config.admin?.host ?? config.host, portOf(adminServer ?? server)),
      metricsUrl: metricsServer && addressOf(config.metrics?.host ?? config.host, portOf(metricsServer)),
      db: database,
      drain: () => {
        stopping.abort()
        return sleep(config.drainSeconds * 1000)
      },
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
  try {
    const config = loadConfig(process.env)
    await refuseMissingData(config)
    // Beside the data folder only root may write, so it is done while the process is root.
    const whatToExpect = noteDataFolder(config)
    // In a terminal somebody reads along; the table has the events anyway.
    if (!process.stdout.isTTY) printEvents()
    const ending = new AbortController()
    let whoGoesOn: string | null = null
    const starting = startServer(config, ending.signal, () => {
      whoGoesOn = giveUpRoot({
        dataDir: config.dataDir,
        mailDir: config.mail.dir,
        copyDir: config.copies.dir,
      })
    })
    // Also while it starts: a database that is half open has to be closed, and one that is awaited awaited no longer.
    let drain = async (): Promise<void> => ending.abort()
    const stop = () => {
      ending.abort()
      return starting.then(
        (server) => server.stop(),
        () => undefined,
      )
    }
    endAfterwards = endWhenTold(stop, () => drain())
    const server = await starting.catch((error: unknown) => {
      if (ending.signal.aborted) process.exit(0)
      throw error
    })
    drain = () => server.drain()
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

/**
 * Calls `drain` and then `stop`, and ends the process, on Ctrl-C, when the terminal closes or when the service is
 * stopped. Further signals change nothing: a terminal sends Ctrl-C to every process, and npm passes it on again.
 * Returns what stops and ends it for another reason, at once and with its own exit code.
 */
export function endWhenTold(
  stop: () => Promise<void>,
  drain: () => Promise<void> = async () => undefined,
): (code: number) => void {
  let ending = false
  const end = (code: number, first: Promise<void> | null) => {
    ending = true
    void stopAndExit(stop, code, first)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!ending) end(0, drain())
    })
  }
  return (code) => {
    if (!ending) end(code, null)
  }
}

async function stopAndExit(
  stop: () => Promise<void>,
  code: number,
  first: Promise<void> | null,
): Promise<void> {
  await first
  // Whatever is not finished by then is cut off. Committed data is on disk already.
  setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref()
  try {
    await stop()
    process.exit(code)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runServer()
