import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosPage } from '../phone/build-page.ts'
import type { PhoneLine } from '../phone/phone-line.ts'
import type { Fate } from '../program/weather.ts'
import { type Answer, askServer, bodyOf, html, json, send, tear } from './http-answer.ts'
import { fateInWords } from './trace-words.ts'

/** The proxy stands between the phones and the server: it serves the page, and each phone's calls meet its weather. */
export interface FaultProxy {
  /** Returns the address of a new phone. Every name is an origin of its own, with storage and locks of its own. */
  connect(name: string, line: PhoneLine): string
  disconnect(name: string): void
  close(): Promise<void>
}

const SLOW_MS = 1500
const LATE_MS = 15_000

/** @param settings are those that the server fills into its own page. */
export async function startProxy(serverPort: number, page: ChaosPage, settings: object): Promise<FaultProxy> {
  const lines = new Map<string, PhoneLine>()
  const files = new AppFiles()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = lines.get(request.headers.host?.split('.')[0] ?? '')
    if (line === undefined) return void response.socket?.destroy()
    const path = request.url ?? '/'
    if (path.startsWith('/chaos/'))
      return send(response, pageFile(page, path, { ...settings, fixedNow: line.fixedNow }, line))
    const body = await bodyOf(request)
    const forward = async () => {
      // What is listened to comes as plain text.
      if (line.listen !== null) delete request.headers['accept-encoding']
      const hear = line.listen?.()
      const answer = await askServer(serverPort, request, body)
      hear?.(answer.body.toString())
      return answer
    }
    if (!/^\/(rest|auth|events)\/v1\//.test(path)) return send(response, await files.get(path, forward))
    // A call that waits for news is held, so that it breaks off when the line does.
    if (path.startsWith('/events/')) line.hold(response)
    const fate = line.nextFate(path.startsWith('/rest/'))
    line.onCall?.(
      `${request.method} ${path.slice(0, 90)} ${body.toString().slice(0, 160)} → ${fateInWords(fate)}`,
    )
    await meet(fate, response, line, forward)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.socket?.destroy())
  })
  // The phones decide how long they wait, so this server mustn't give up before them.
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on a port and no pipe, so it has an address.
  return {
    connect(name, line) {
      lines.set(name, line)
      return `http://${name}.localhost:${port}`
    },
    disconnect: (name) => void lines.delete(name),
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

/** Keeps the app's own files, because a phone that has been here before needs no server for them. */
class AppFiles {
  private readonly known = new Map<string, Answer>()

  async get(path: string, forward: () => Promise<Answer>): Promise<Answer> {
    const known = this.known.get(path)
    if (known !== undefined) return known
    const answer = await forward()
    if (answer.status === 200) this.known.set(path, answer)
    return answer
  }
}

function pageFile(page: ChaosPage, path: string, settings: object, { clock }: PhoneLine): Answer {
  const { pathname } = new URL(path, 'http://localhost')
  if (pathname === '/chaos/page.html') return html(200, page.html(settings, clock))
  const file = page.files.get(pathname)
  if (file === undefined) return html(404, '')
  return { status: 200, headers: { 'content-type': 'text/javascript' }, body: file }
}

async function meet(
  fate: Fate,
  response: ServerResponse,
  line: PhoneLine,
  forward: () => Promise<Answer>,
): Promise<void> {
  switch (fate) {
    case 'answered':
      return send(response, await forward())
    case 'slow':
      await sleep(line.delayMs(SLOW_MS))
      return send(response, await forward())
    case 'refused':
      return void response.socket?.destroy()
    case 'swallowed':
      return line.hold(response)
    case 'answer swallowed':
      line.hold(response)
      return void (await forward())
    case 'answer lost':
      await forward()
      return void response.socket?.destroy()
    case 'answer torn':
      return tear(response, await forward())
    case 'late':
      line.hold(response)
      // A server that is down by then never hears of the call, and nobody waits for the answer.
      return line.deliverLater(() => forward().then(nothing, nothing), line.delayMs(LATE_MS))
    case '5xx after':
      await forward()
      return send(response, GATEWAY_TIMEOUT)
    case '5xx':
      return send(response, GATEWAY_TIMEOUT)
    case '401':
      return send(response, TOKEN_EXPIRED)
    case '429':
      return send(response, TOO_MANY)
    case 'portal':
      return send(response, portalPages[line.delayMs(portalPages.length - 1)] ?? GATEWAY_TIMEOUT)
  }
}

function nothing(): void {}

const GATEWAY_TIMEOUT = html(504, '<h1>504 Gateway Time-out</h1>')
const TOKEN_EXPIRED = json(401, { code: 'PGRST303', message: 'JWT expired', details: null, hint: null })
const TOO_MANY = json(429, { message: 'Too many requests' }, { 'retry-after': '1' })
/** The portals of hotels and trains answer with one of these instead of the server. */
const portalPages = [
  html(200, '<h1>Wifi gratis</h1>'),
  html(302, '', { location: '/chaos/page.html' }),
  html(403, '<h1>Acepta las condiciones</h1>'),
  html(404, ''),
  html(511, '<h1>Network Authentication Required</h1>'),
  json(200, { captive: true }),
]
