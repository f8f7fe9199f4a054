import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net'
import type pg from 'pg'

/** A way to the database that may die without a word. */
export interface SwallowingProxy {
  /** For DATABASE_URL. */
  url: string
  /** From now on nothing comes through, in either direction, and nobody is told. */
  swallow(): void
  /** New connections come through again; those that were there stay dead. */
  pass(): Promise<void>
  /** From now on no connection is accepted. */
  refuse(): Promise<void>
  close(): void
}

export async function startSwallowingProxy(connection: pg.ClientConfig): Promise<SwallowingProxy> {
  const sockets = new Set<Socket>()
  let through = new Set<Socket>()
  let isSwallowing = false
  const server = createServer((near) => {
    const far = createConnection(`${connection.host}/.s.PGSQL.${connection.port}`)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (!isSwallowing) through.add(from)
      from.on('error', () => undefined)
      from.on('data', (data) => through.has(from) && to.write(data))
      from.on('close', () => through.has(from) && to.destroy())
    }
  })
  await listen(server, 0)
  const { port } = server.address() as AddressInfo // listens on a port, not on a pipe
  return {
    url: `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`,
    swallow() {
      isSwallowing = true
      through = new Set()
    },
    async pass() {
      isSwallowing = false
      if (!server.listening) await listen(server, port)
    },
    async refuse() {
      server.close()
      await once(server, 'close')
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
