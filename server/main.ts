import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { type Backend, createApp } from './app.ts'
import { createJwt } from './auth/jwt.ts'
import { addressOf, type Config, loadConfig } from './config.ts'
import { type Database, openDatabase } from './db/open.ts'
import { ConfigError } from './environment.ts'
import { type ChangeFeed, openChangeFeed } from './events/change-feed.ts'
import { createMailer } from './mail/mailer.ts'
import { createPostOffice, type PostOffice } from './mail/post-office.ts'
import { PACKAGE_ROOT } from './paths.ts'
import { loadSecrets } from './secrets.ts'
import { loadStaticFiles } from './static-files.ts'

export interface RunningServer {
  url: string
  /** null when the app talks to another project. */
  db: Database | null
  /** Finishes what is under way, then closes the database. */
  stop(): Promise<void>
}

type Listener = ReturnType<typeof getRequestListener>

const STOP_WITHIN_MS = 4800
/** The rest of that time is the database's. */
const FINISH_REQUESTS_MS = 2000

/** Listens, then opens everything else: a port in use is told before a database is touched. */
export async function startServer(
  config: Config,
  onLost: (error: Error) => void = endWithout,
): Promise<RunningServer> {
  const { server, handOver } = await listen(config)
  try {
    const { port } = server.address() as AddressInfo // an address, because it listens on a port and no pipe
    // Port 0 leaves the choice to the system; only now the address is known.
    const fromPort = config.siteUrl === addressOf(config.host, config.port)
    const siteUrl = fromPort ? addressOf(config.host, port) : config.siteUrl
    const { listener, database, postOffice, feed } = await assemble({ ...config, siteUrl }, onLost)
    handOver(listener)
    return {
      url: addressOf(config.host, port),
      db: database,
      stop: async () => {
        // Phones that wait for news are answered, and so hold nothing up.
        feed?.close()
        await close(server)
        await postOffice.close()
        await database?.close()
      },
    }
  } catch (error) {
    await close(server)
    throw error
  }
}

interface Parts {
  listener: Listener
  database: Database | null
  postOffice: PostOffice
  feed: ChangeFeed | null
}

async function assemble(config: Config, onLost: (error: Error) => void): Promise<Parts> {
  const secrets = config.hosted === null ? await loadSecrets(config) : null
  const settings = {
    supabaseUrl: config.hosted?.url ?? '',
    anonKey: config.hosted?.anonKey ?? secrets?.anonKey,
    fixedNow: config.fixedNow,
    brand: config.brand,
  }
  const connectTo = config.hosted === null ? [] : [new URL(config.hosted.url).origin]
  const filesLoading = loadStaticFiles(join(PACKAGE_ROOT, 'dist/app'), settings, connectTo)
  // Looked at below, when there is a database to close.
  filesLoading.catch(() => undefined)
  const database = secrets === null ? null : await openDatabase(config, onLost)
  const postOffice = createPostOffice(createMailer(config.mail))
  try {
    const files = await filesLoading
    const jwt = secrets === null ? null : await createJwt(secrets.signingKeys, secrets.jwtSecret)
    const feed = database === null ? null : openChangeFeed(database.connection)
    const backend: Backend | null =
      secrets === null || database === null || jwt === null || feed === null
        ? null
        : { pool: database.pool, secrets, jwt, postOffice, feed }
    const listener = getRequestListener(createApp(config, backend, files).fetch)
    return { listener, database, postOffice, feed }
  } catch (error) {
    await database?.close()
    throw error
  }
}

async function listen(config: Config): Promise<{ server: Server; handOver: (listener: Listener) => void }> {
  let listener: Listener | null = null
  const server = createServer(
    // Longer than a proxy keeps its connections, so that it is never the server that closes first.
    { keepAliveTimeout: 65_000, requestTimeout: 60_000 },
    (request, response) => {
      if (listener === null) response.writeHead(503, { 'Retry-After': '1' }).end('Arrancando')
      else void listener(request, response)
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, config)))
    // Room for thousands of phones that all come back at once; the system may cut it down.
    server.listen({ port: config.port, host: config.host, backlog: 4096 }, resolve)
  })
  return {
    server,
    handOver: (next) => {
      listener = next
    },
  }
}

function explained(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigError(
      `El puerto ${port} de ${host} está ocupado: cierra el otro programa o elige otro PORT.`,
    )
  }
  if (error.code === 'EACCES')
    return new ConfigError(`No hay permiso para usar el puerto ${port}: elige otro PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ConfigError(`HOST=${host} no es una dirección de esta máquina.`)
  }
  return error
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A kept-alive connection becomes idle when its last answer is out, and only then can be closed.
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const late = setTimeout(() => server.closeAllConnections(), FINISH_REQUESTS_MS)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

/** The process: reads the environment, serves until it is told to stop. */
export async function runServer(): Promise<void> {
  // A request may fail; the process goes on.
  process.on('unhandledRejection', (reason) => console.error('unhandled rejection', reason))
  process.on('uncaughtException', (error) => console.error('uncaught exception', error))
  try {
    const config = loadConfig(process.env)
    const starting = startServer(config)
    // Also while it starts: a database that is half open has to be closed.
    endWhenTold(() => starting.then((server) => server.stop()))
    const server = await starting
    console.log(`Nana está lista en ${server.url} (${server.db?.describe ?? config.hosted?.url})`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/**
 * Ctrl-C, a closed terminal, a service that is stopped. Told again, it goes on ending: npm passes on the Ctrl-C that
 * the terminal has sent to everybody already.
 */
export function endWhenTold(stop: () => Promise<void>): void {
  let ending = false
  const end = () => {
    if (!ending) void stopAndExit(stop)
    ending = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
}

async function stopAndExit(stop: () => Promise<void>): Promise<void> {
  // Whatever still holds on then is cut off; what was acknowledged is on disk.
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
  try {
    await stop()
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

/** Without its database there is nothing to serve; whoever watches over the process starts it again. */
function endWithout(error: Error): void {
  console.error(error.message, error.cause ?? '')
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runServer()
