import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bearer, startTestServer, type TestServer } from '../testing/test-server.ts'
import { BodyBudget } from './body-budget.ts'
import { HttpError } from './errors.ts'
import { readText } from './request-body.ts'

const MIB = 1024 * 1024

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signIn(await server.createAccount())).access_token
})
afterAll(() => server.stop())

/** Begins a body of almost 1 MiB with the public key alone, and never ends it. */
async function sendHalf(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /rest/v1/sleep_records HTTP/1.1\r\nHost: ${hostname}\r\napikey: ${server.anonKey}\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n`,
  )
  socket.write('['.padEnd(MIB - 1, ' '))
  return socket
}

function save(bytes: number) {
  const body = `[${' '.repeat(bytes)}]`
  const headers = { ...bearer(token), 'Content-Type': 'application/json' }
  return server.fetch('/rest/v1/sleep_records', { method: 'POST', headers, body })
}

it('bodies that never end take so much memory and no more, and small ones go through all the while', async () => {
  const halves = await Promise.all(Array.from({ length: 40 }, sendHalf))
  const refused = await vi.waitUntil(
    async () => {
      const answer = await save(200 * 1024)
      return answer.status === 429 && answer
    },
    { timeout: 20_000 },
  )
  expect(refused.headers.get('Retry-After')).toBe('5')
  expect(await refused.json()).toMatchObject({ message: 'Request rate limit reached' })
  expect((await save(10)).status).toBe(201)
  for (const socket of halves) socket.destroy()
  await vi.waitUntil(async () => (await save(200 * 1024)).status === 201, { timeout: 20_000 })
})

it('no address holds everybody’s share, and what was let go is free again', () => {
  const budget = new BodyBudget(10, 6)
  budget.hold('a', 6)
  expect(() => budget.hold('a', 1)).toThrow('Request rate limit reached')
  budget.hold('b', 4)
  expect(() => budget.hold('c', 1)).toThrow('Request rate limit reached')
  budget.release('a', 3)
  budget.hold('c', 3)
  budget.hold('a', 0)
  expect(() => budget.hold('b', 1)).toThrow('Request rate limit reached')
})

it('of a body in many pieces only its bytes are kept', async () => {
  const before = process.memoryUsage().arrayBuffers
  let most = before
  let sent = ''
  const body = new ReadableStream({
    async pull(controller) {
      await setImmediate()
      // One byte of far more memory: what a piece of the network takes besides its bytes is seen by that.
      const piece = new Uint8Array(new ArrayBuffer(MIB / 4), 0, 1).fill(0x61 + (sent.length % 26))
      sent += String.fromCharCode(...piece)
      controller.enqueue(piece)
      most = Math.max(most, process.memoryUsage().arrayBuffers)
      if (sent.length === 6000) controller.close()
    },
  })
  const request = new Request('http://nana/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const text = await readText(request, 'a', () => new HttpError(400, 'bad', 'bad'))
  expect(text).toBe(sent)
  expect(most - before).toBeLessThan(600 * MIB)
})
