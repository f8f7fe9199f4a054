import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { isLoopbackAddress, plainAddress, rateLimitKey } from '../auth/limits/client-address.ts'
import { printFailure } from '../log/lines.ts'
import type { ProxySettings } from '../settings/proxy-settings.ts'

/** What the database's connections, files and mails take at most. */
const KEPT_FOR_OURSELVES = 100
/** The phones of many families may share one address of a mobile network; each keeps up to six connections. */
const MOST_OF_AN_ADDRESS = 1_000
const SAID_AGAIN_AFTER_MS = 60_000

/**
 * Takes no more connections than leave the process files of its own, because else whoever is let in finds no way to the
 * database, and no more of one address than leave room for others. Node has raised the limit of files already as far as
 * it is allowed to.
 */
export function limitConnections(server: Server, proxy: Pick<ProxySettings, 'trustedIpHeader'>): void {
  const limit = limitOfOpenFiles()
  if (limit !== null) {
    const most = limit - Math.min(KEPT_FOR_OURSELVES, Math.floor(limit / 2))
    const sayNowAndThen = saidNowAndThen()
    const say = () =>
      sayNowAndThen(
        `Hay ${most} conexiones abiertas y se rechazan las nuevas: sube el límite de ficheros abiertos (${limit}).`,
      )
    if (cluster.isWorker) limitAll(server, most, say)
    else {
      server.maxConnections = most
      server.on('drop', say)
    }
  }
  // Behind a proxy every connection has the proxy's address, and counting them is the proxy's business.
  if (proxy.trustedIpHeader === null) limitEachAddress(server, MOST_OF_AN_ADDRESS)
}

/**
 * Closes every connection beyond `most`. Processes that share a port can't leave that to Node: what one refuses is
 * given to the next, and where all are full it would go round for ever.
 */
function limitAll(server: Server, most: number, onRefused: () => void): void {
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    if (open <= most) return
    onRefused()
    socket.destroy()
  })
}

/**
 * Closes every connection beyond `most` of one address, an IPv6 one counted by its /64. Whoever is on this machine is
 * counted only where `isCounted` says so.
 */
export function limitEachAddress(
  server: Server,
  most: number,
  isCounted: (address: string) => boolean = (address) => !isLoopbackAddress(address),
): void {
  // Only addresses that have a connection at this moment are in here.
  const open = new Map<string, number>()
  const say = saidNowAndThen()
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === null || !isCounted(address)) return
    const key = rateLimitKey(address)
    const count = open.get(key) ?? 0
    if (count >= most) {
      say(`Una sola dirección tiene ${most} conexiones abiertas y se rechazan sus otras.`)
      socket.destroy()
      return
    }
    open.set(key, count + 1)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left === 0) open.delete(key)
      else open.set(key, left)
    })
  })
}

/** Prints a line, and then none for a while: what is refused comes by the thousand. */
function saidNowAndThen(): (message: string) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (message) => {
    if (performance.now() - saidAt < SAID_AGAIN_AFTER_MS) return
    saidAt = performance.now()
    printFailure('connections_refused', { message })
  }
}

/** Null where the system doesn't say, as in a root without /proc, or sets none. */
function limitOfOpenFiles(): number | null {
  if (process.platform !== 'linux') return null
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}
