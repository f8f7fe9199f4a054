import pg from 'pg'
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts'

/** What PostgreSQL says about changes, for everyone who waits at this server. One connection, however many they are. */
export interface ChangeFeed {
  /** False while the database can't be heard: whoever waited then would wait for nothing. */
  readonly isListening: boolean
  readonly room: WaitingRoom
  /** Told when an account was deleted, here or elsewhere. */
  onLeaving(listener: () => void): void
  /** Ends every wait, and with it the requests that hold one. */
  close(): void
}

const CHANGES = 'nana_changes'
const LEAVING = 'nana_leaving'
/** A line that died without a word is noticed by asking. */
const ASK_EVERY_MS = 30_000
const ANSWER_WITHIN_MS = 10_000
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 10_000

/** Listens from now on, and again whenever the connection was lost. Never throws. */
export function openChangeFeed(connection: pg.ClientConfig): ChangeFeed {
  const room = createWaitingRoom()
  const leaving = new Set<() => void>()
  let current: pg.Client | null = null
  let isListening = false
  let isClosed = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const client = new pg.Client({
      ...connection,
      application_name: 'nana-events',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    current = client
    client.on('notification', ({ channel, payload }) => {
      if (channel === LEAVING) for (const listener of leaving) listener()
      room.wakeUser(payload ?? '')
    })
    client.on('error', () => lose(client))
    client.on('end', () => lose(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANGES}; listen ${LEAVING}`)
    } catch {
      return lose(client)
    }
    if (client !== current) return
    isListening = true
    failures = 0
  }

  /** What is said from now on is missed: whoever waits goes back to asking. */
  function lose(client: pg.Client): void {
    if (client !== current) return
    current = null
    isListening = false
    room.closeAll()
    end(client)
    if (isClosed) return
    retry = setTimeout(() => void listen(), Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures))
    retry.unref()
    failures += 1
  }

  const asking = setInterval(() => {
    const client = current
    if (client !== null && isListening) client.query('select 1').catch(() => lose(client))
  }, ASK_EVERY_MS)
  asking.unref()
  void listen()

  return {
    get isListening() {
      return isListening
    },
    room,
    onLeaving: (listener) => void leaving.add(listener),
    close() {
      isClosed = true
      clearInterval(asking)
      clearTimeout(retry)
      if (current !== null) lose(current)
    },
  }
}

/** Nobody waits for the end of a connection that may hang. */
function end(client: pg.Client): void {
  client.end().catch(() => undefined)
}
