import pg from 'pg'
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts'

/** What PostgreSQL knows of changes, for everyone who waits at this server. One connection, however many they are. */
export interface ChangeFeed {
  /** False while the database can't be heard: whoever waited then would wait for nothing. */
  readonly isListening: boolean
  readonly room: WaitingRoom
  /** Told when an account was deleted, here or elsewhere. */
  onLeaving(listener: () => void): void
  /** Ends every wait, and with it the requests that hold one. */
  close(): void
}

/**
 * How late a change shows that was not made through this server: by another one on the same database, or by SQL.
 * PostgreSQL could tell by NOTIFY, but that makes all commits wait for each other (decision 011).
 */
const LOOK_EVERY_MS = 500
/** With nobody waiting, a line that died without a word is noticed by asking now and then. */
const LOOK_AT_LEAST_EVERY_MS = 30_000
const ANSWER_WITHIN_MS = 10_000
const LEAVING = 'nana_leaving'

/** Whose latest change is another than someone who waits knows of. */
const NEWS = {
  name: 'news',
  text: `select w.user_id, coalesce(s.rev, 0)::float8 as rev
           from unnest($1::uuid[], $2::bigint[]) as w (user_id, rev) left join public.sync_state s using (user_id)
          where coalesce(s.rev, 0) <> w.rev`,
}
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 10_000

/** Listens from now on, and again whenever the connection was lost. Never throws. */
export function openChangeFeed(connection: pg.ClientConfig): ChangeFeed {
  const room = createWaitingRoom()
  const leaving = new Set<() => void>()
  let current: pg.Client | null = null
  let isListening = false
  let isClosed = false
  let isLooking = false
  let lookedAt = performance.now()
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
    client.on('notification', ({ payload }) => {
      for (const listener of leaving) listener()
      room.wakeUser(payload ?? '')
    })
    client.on('error', () => lose(client))
    client.on('end', () => lose(client))
    try {
      await client.connect()
      await client.query(`listen ${LEAVING}`)
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

  async function look(): Promise<void> {
    const client = current
    if (client === null || !isListening || isLooking) return
    const waiting = room.known()
    const now = performance.now()
    if (waiting.length === 0 && now - lookedAt < LOOK_AT_LEAST_EVERY_MS) return
    lookedAt = now
    isLooking = true
    try {
      const values = [waiting.map(({ userId }) => userId), waiting.map(({ known }) => known)]
      const { rows } = await client.query<{ user_id: string; rev: number }>({ ...NEWS, values })
      for (const row of rows) room.tell(row.user_id, row.rev)
    } catch {
      lose(client)
    }
    isLooking = false
  }

  const looking = setInterval(() => void look(), LOOK_EVERY_MS)
  looking.unref()
  void listen()

  return {
    get isListening() {
      return isListening
    },
    room,
    onLeaving: (listener) => void leaving.add(listener),
    close() {
      isClosed = true
      clearInterval(looking)
      clearTimeout(retry)
      if (current !== null) lose(current)
    },
  }
}

/** Nobody waits for the end of a connection that may hang. */
function end(client: pg.Client): void {
  client.end().catch(() => undefined)
}
