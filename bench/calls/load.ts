import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Makes the text of one HTTP request, anew for each call because an insert needs new ids each time. */
export type WireRequest = () => string

/** @param line is the method and the path. */
export function headOf(line: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}`
}

/** @param content holds ASCII alone, so that its length in characters is its length in bytes. */
export function withJson(head: string, content: object): string {
  const body = JSON.stringify(content)
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** The client uses plain sockets so that it takes less of the processor than the server it measures. */
interface Connection {
  /** Resolves to how many milliseconds the answer took, and rejects unless it is a 2xx. */
  ask(request: string): Promise<number>
  close(): void
}

async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  // An error needs no handling here: the answer that doesn't come rejects, and says what broke.
  socket.on('error', () => undefined)
  return {
    async ask(request) {
      const askedAt = performance.now()
      const answered = wholeAnswer(socket)
      socket.write(request)
      const head = await answered
      if (!head.startsWith('HTTP/1.1 2')) throw new Error(`${request.split('\r\n')[0]}: ${head}`)
      return performance.now() - askedAt
    },
    close: () => socket.destroy(),
  }
}

/** Gives each request a connection, which asks it again as soon as it is answered, for `forMs`. */
export async function saturate(
  port: number,
  requests: readonly WireRequest[],
  forMs: number,
): Promise<{ answers: number; perSecond: number }> {
  const asking = await Promise.all(
    requests.map(async (request) => ({ request, connection: await openConnection(port) })),
  )
  const startedAt = performance.now()
  let answers = 0
  const keepAsking = async ({ request, connection }: (typeof asking)[number]) => {
    while (performance.now() - startedAt < forMs) {
      await connection.ask(request())
      answers += 1
    }
    connection.close()
  }
  await Promise.all(asking.map(keepAsking))
  return { answers, perSecond: (answers / (performance.now() - startedAt)) * 1000 }
}

/**
 * Asks at a steady pace, whether answers are slow or not, on as many connections as that takes. Resolves to how many
 * milliseconds each answer took.
 */
export async function pace(
  port: number,
  request: WireRequest,
  everyMs: number,
  forMs: number,
): Promise<number[]> {
  const idle: Connection[] = []
  const ask = async () => {
    const connection = idle.pop() ?? (await openConnection(port))
    const tookMs = await connection.ask(request())
    idle.push(connection)
    return tookMs
  }
  const asked: Promise<number>[] = []
  const startedAt = performance.now()
  for (let next = startedAt; next - startedAt < forMs; next += everyMs) {
    await sleep(Math.max(0, next - performance.now()))
    asked.push(ask())
  }
  const took = await Promise.all(asked)
  for (const connection of idle) connection.close()
  return took
}

/** Resolves to the head of the one answer that is on its way, once its body is here too. */
function wholeAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = ''
    let body: Body | null = null
    const onData = (piece: Buffer) => {
      let rest = piece
      if (body === null) {
        const headEnd = piece.indexOf('\r\n\r\n')
        if (headEnd === -1) return settle(() => reject(new Error('La cabecera ha llegado a trozos.')))
        head = piece.toString('latin1', 0, headEnd)
        body = bodyOf(head)
        rest = piece.subarray(headEnd + 4)
      }
      if (body.endsWith(rest)) settle(() => resolve(head))
    }
    const onClose = () => settle(() => reject(new Error('El servidor ha cerrado la conexión.')))
    const settle = (how: () => void) => {
      socket.off('data', onData).off('close', onClose)
      how()
    }
    socket.on('data', onData).on('close', onClose)
  })
}

interface Body {
  /** Takes the next piece, and returns true when it was the last one. */
  endsWith(piece: Buffer): boolean
}

function bodyOf(head: string): Body {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return length === undefined ? chunkedBody() : measuredBody(Number(length))
}

function measuredBody(length: number): Body {
  let missing = length
  return {
    endsWith(piece) {
      missing -= piece.length
      return missing <= 0
    },
  }
}

const LAST_CHUNK = '0\r\n\r\n'

function chunkedBody(): Body {
  let tail = ''
  return {
    endsWith(piece) {
      tail = (tail + piece.toString('latin1', Math.max(0, piece.length - LAST_CHUNK.length))).slice(
        -LAST_CHUNK.length,
      )
      return tail === LAST_CHUNK
    },
  }
}
