import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it.each(['/ready', '/alive', '/health'])('%s is answered to a balancer that names no host', async (path) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  // What HAProxy asks by «option httpchk GET».
  socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
  expect((await text(socket)).split('\r\n')[0]).toBe('HTTP/1.1 200 OK')
})
