import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limitEachAddress } from './connections.ts'

let server: Server
let sockets: Socket[]

beforeEach(() => {
  server = createServer()
  sockets = []
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

async function listen(isCounted?: (address: string) => boolean): Promise<void> {
  limitEachAddress(server, 2, isCounted)
  server.on('connection', (socket) => socket.write('hola'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Resolves to whether the connection was taken, which is when the server says something. */
async function open(): Promise<boolean> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
}

it('an address gets so many connections, and another as soon as one of them is closed', async () => {
  await listen(() => true)
  expect([await open(), await open(), await open()]).toEqual([true, true, false])
  sockets[0]?.destroy()
  await expect.poll(open).toBe(true)
})

it('who is on this machine isn’t counted', async () => {
  await listen()
  expect([await open(), await open(), await open()]).toEqual([true, true, true])
})
