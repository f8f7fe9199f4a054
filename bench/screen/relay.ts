import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** This line between the phones and the server counts what comes down. Once it is cut, no phone reaches the server. */
export interface Relay {
  url: string
  /** Returns the bytes that came from the server so far, heads, bodies and framing included. */
  received(): number
  cut(): Promise<void>
}

export async function openRelay(port: number): Promise<Relay> {
  let received = 0
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (phone) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true })
    upstream.on('data', (piece) => {
      received += piece.length
    })
    for (const [socket, other] of [
      [phone, upstream],
      [upstream, phone],
    ] as const) {
      sockets.add(socket)
      // When one side goes, the other is closed too. Nothing is reported here, since whoever waits for an answer fails.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('El relé no escucha en ningún puerto.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received: () => received,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
