import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'

/** An answer is held as a whole, so that it can be kept back, lost or torn. */
export interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

export function json(status: number, content: object, headers: NodeJS.Dict<string> = {}): Answer {
  const body = Buffer.from(JSON.stringify(content))
  return { status, headers: { 'content-type': 'application/json', ...headers }, body }
}

export function html(status: number, text: string, headers: NodeJS.Dict<string> = {}): Answer {
  return { status, headers: { 'content-type': 'text/html', ...headers }, body: Buffer.from(text) }
}

/** Passes a request on to the server. Rejects when that is down, or goes down meanwhile. */
export function askServer(port: number, request: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', url, headers } = request
    const outgoing = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
    outgoing.once('error', reject)
    outgoing.once('response', (answer) => {
      const status = answer.statusCode ?? 502
      bodyOf(answer).then((content) => resolve({ status, headers: answer.headers, body: content }), reject)
    })
    outgoing.end(body)
  })
}

export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export function send(response: ServerResponse, answer: Answer): void {
  writeHead(response, answer)
  response.end(answer.body)
}

/** Sends a head that says how much comes, and then only half of it. */
export function tear(response: ServerResponse, answer: Answer): void {
  writeHead(response, answer)
  response.flushHeaders()
  response.write(answer.body.subarray(0, answer.body.length / 2), () => response.socket?.destroy())
}

/** These headers belong to one connection, and the phone's isn't the server's. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

function writeHead(response: ServerResponse, { status, headers, body }: Answer): void {
  const passed = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))
  const hasBody = status !== 204 && status !== 304
  response.writeHead(status, {
    ...Object.fromEntries(passed),
    ...(hasBody && { 'content-length': body.length }),
  })
}
