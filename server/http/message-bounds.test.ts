import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Sends bytes as they are, and returns all that comes back until the server closes the connection. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (piece: string) => {
      answer += piece
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

const HIDDEN = 'GET /health HTTP/1.1\r\nHost: nana\r\nConnection: close\r\n\r\n'

describe('a request whose end two readers would see in different places', () => {
  it.each([
    ['with a length and in chunks', `Content-Length: ${HIDDEN.length + 5}\r\nTransfer-Encoding: chunked`],
    ['with two lengths', `Content-Length: 5\r\nContent-Length: ${HIDDEN.length + 5}`],
    ['in an unknown coding', 'Transfer-Encoding: xchunked'],
    ['in chunks that aren’t the last coding', 'Transfer-Encoding: chunked, identity'],
  ])('is refused %s, and what is hidden behind it is no request', async (_, headers) => {
    const answer = await exchange(
      `POST /auth/v1/token HTTP/1.1\r\nHost: nana\r\n${headers}\r\n\r\n0\r\n\r\n${HIDDEN}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1)
  })
})

it('TRACE tells nobody what was sent', async () => {
  const answer = await exchange(
    'TRACE / HTTP/1.1\r\nHost: nana\r\nAuthorization: Bearer secreto\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 40[45] /)
  expect(answer).not.toContain('secreto')
})
