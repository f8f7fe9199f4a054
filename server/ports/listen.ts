import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { getRequestListener } from '@hono/node-server'
import { setSecurityHeaders } from '../http/security-headers.ts'
import type { Config } from '../settings/config.ts'
import { ConfigError } from '../settings/environment.ts'
import type { ProxySettings } from '../settings/proxy-settings.ts'
import { enterByAdminDoor } from './admin-door.ts'
import { limitConnections } from './connections.ts'
import { closeStalled } from './stalled-readers.ts'

/** Requests get this part of the time to stop; the rest belongs to the database. */
const FINISH_REQUESTS_MS = 2000

/**
 * How long an idle connection is kept: longer than proxies keep theirs (deploy/proxy), so that a proxy never sends a
 * request on one that the server is closing.
 */
const KEPT_MS = 65_000

/** So long a phone may be in a tunnel. `closeStalled` tells idle connections by their time: this has to be another. */
const STALLED_MS = 75_000

/** What answers the requests of one moment: at first the waiting app, then the whole one. */
export type Listener = ReturnType<typeof getRequestListener>
type Answering = (request: IncomingMessage, response: ServerResponse) => void

const METRICS: [string, string] = ['METRICS_PORT', 'METRICS_HOST']

interface Ports {
  server: Server
  /** Null where there is none of its own. */
  adminServer: Server | null
  metricsServer: Server | null
  handOver: (listener: Listener) => void
  /** Resolves when the requests under way are answered, or after their time. */
  closeAll: () => Promise<unknown>
}

/**
 * Listens at the public port, and at those of administrators and of metrics where there are such. Every request is told
 * to come back until the app is handed over. Throws in Spanish where a port can't be had.
 */
export async function listenEverywhere(config: Config, metricsPage: Answering | null = null): Promise<Ports> {
  let listener: Listener | null = null
  const answer: Answering = (request, response) => {
    if (asksWhetherAlive(request)) return sayAlive(response, config)
    if (listener !== null) return void listener(request, response)
    setSecurityHeaders(response, config.siteUrl)
    response.writeHead(503, { 'Retry-After': '1' }).end('Arrancando')
  }
  const answerAdmin: Answering = (request, response) => {
    enterByAdminDoor(request)
    answer(request, response)
  }
  const handOver = (next: Listener) => {
    listener = next
  }
  const servers: Server[] = []
  const closeAll = () => Promise.all(servers.map(close))
  const open = async (place: Place, names: [string, string], answering: Answering): Promise<Server> => {
    const server = await listen(place, names, config, answering)
    servers.push(server)
    return server
  }
  const { admin, metrics } = config
  try {
    const server = await open(config, ['PORT', 'HOST'], answer)
    const adminServer = admin && (await open(admin, ['ADMIN_PORT', 'ADMIN_HOST'], answerAdmin))
    const metricsServer = metrics && metricsPage && (await open(metrics, METRICS, metricsPage))
    return { server, adminServer, metricsServer, handOver, closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Listens at the port of metrics alone, for a process that answers nobody else. Answers what closes it. */
export async function listenForMetrics(
  proxy: ProxySettings,
  place: Place,
  metricsPage: Answering,
): Promise<() => Promise<void>> {
  const server = await listen(place, METRICS, proxy, metricsPage)
  return () => close(server)
}

/** This question is about the process alone, so it is answered whatever becomes of the app behind it. */
function asksWhetherAlive({ method, url }: IncomingMessage): boolean {
  return url === '/alive' && (method === 'GET' || method === 'HEAD')
}

function sayAlive(response: ServerResponse, { siteUrl }: Config): void {
  setSecurityHeaders(response, siteUrl)
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"alive":true}')
}

interface Place {
  host: string
  port: number
}

/** The condition of a merge names up to 120 taps in the address, 160 bytes each; Node's own limit is half of this. */
const MAX_HEAD_BYTES = 32_768

/** @param names the settings that `place` comes from, for what goes wrong. */
async function listen(
  place: Place,
  names: [string, string],
  proxy: ProxySettings,
  answer: Answering,
): Promise<Server> {
  const server = createServer(
    { keepAliveTimeout: KEPT_MS, requestTimeout: 60_000, maxHeaderSize: MAX_HEAD_BYTES },
    answer,
  )
  limitConnections(server, proxy)
  closeStalled(server, STALLED_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, place, names)))
    // The queue has room for thousands of phones that come back at once. The system may shorten it.
    server.listen({ port: place.port, host: place.host, backlog: 4096 }, resolve)
  })
  return server
}

export function portOf(server: Server): number {
  // The address is an object, because the server listens on a port and not on a pipe.
  return (server.address() as AddressInfo).port
}

function explained(
  error: NodeJS.ErrnoException,
  { host, port }: Place,
  [portName, hostName]: [string, string],
): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigError(
      `El puerto ${port} de ${host} está ocupado: cierra el otro programa o elige otro ${portName}.`,
    )
  }
  if (error.code === 'EACCES')
    return new ConfigError(`No hay permiso para usar el puerto ${port}: elige otro ${portName}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ConfigError(`${hostName}=${host} no es una dirección de esta máquina.`)
  }
  return error
}

/** Closes a port when the requests under way are answered, or after their time. */
async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A kept-alive connection becomes idle, and can be closed, only when its last answer was sent.
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const late = setTimeout(() => server.closeAllConnections(), FINISH_REQUESTS_MS)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
