import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeStalled } from './stalled-readers.ts'

/** More than lies between the two ends of a connection. */
const LONG = Buffer.alloc(64 * 1024 * 1024)

let server: Server
let phone: Socket

beforeEach(async () => {
  server = createServer({ keepAliveTimeout: 20 })
  closeStalled(server, 50)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  phone.destroy()
  server.close()
})

/** Sends a request, and reads no answer by itself. */
async function ask(): Promise<ServerResponse> {
  phone = connect((server.address() as AddressInfo).port, '127.0.0.1')
  phone.write('GET / HTTP/1.1\r\nHost: nana\r\n\r\n')
  const [, response] = await once(server, 'request')
  return response
}

it('an answer that nobody takes is dropped with its connection', async () => {
  const response = await ask()
  response.end(LONG)
  await once(response, 'close')
  expect(phone.bytesRead).toBeLessThan(LONG.length)
})

it('an answer that is long in coming is waited for', async () => {
  const response = await ask()
  await once(server, 'timeout')
  response.end('aquí está')
  const [answer] = await once(phone, 'data')
  expect(String(answer)).toContain('aquí está')
})

it('an answer that is long in coming, and that nobody takes then, is dropped too', async () => {
  const response = await ask()
  await once(server, 'timeout')
  response.end(LONG)
  await once(response, 'close')
  expect(phone.bytesRead).toBeLessThan(LONG.length)
})

it('a connection that nobody asks on any more is closed, as it was without', async () => {
  const response = await ask()
  response.end()
  phone.resume()
  await once(phone, 'close')
})
