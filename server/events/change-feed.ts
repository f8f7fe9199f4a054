import pg from 'pg'
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts'

/** Tells everyone who waits at this server about changes in the database. It uses one connection, however many wait. */
export interface ChangeFeed {
  /** False while there is no connection to listen on. Whoever started to wait then would hear of nothing. */
  readonly isListening: boolean
  readonly room: WaitingRoom
  /**
   * Adds a listener that is called when an account was deleted, banned or given back, by this server or by another one,
   * and when the feed listens again after it could not: what was told meanwhile is not known.
   */
  onLeaving(listener: () => void): void
  /** Adds a listener that is called when what an account may do in a family changed: also after a deaf time. */
  onAccess(listener: () => void): void
  /** Adds a listener that is called with a session that ended, was raised or fell, here or in any other way. */
  onSessionEnded(listener: (sessionId: string) => void): void
  /** Adds a listener that is called when a command may have changed keys: also after a time in which none was heard. */
  onKeys(listener: () => void): void
  /** Ends every wait, so that the requests that hold one are answered. */
  close(): void
}

/**
 * How often the database is asked for changes that were not made through this server but by another one on the same
 * database, or by SQL. PostgreSQL could tell of them by NOTIFY, but that makes all commits wait for each other
 * (decision 011).
 */
const LOOK_EVERY_MS = 500
/** With nobody waiting, the database is still asked this often, because a connection can break without telling. */
const LOOK_AT_LEAST_EVERY_MS = 30_000
const ANSWER_WITHIN_MS = 10_000
const LEAVING = 'nana_leaving'
/** The database tells it with the session's id, whoever deleted or raised the row (platform SQL 012 and 026). */
const SESSION_ENDED = 'nana_session_ended'
const KEYS = 'nana_keys'
const ACCESS = 'nana_access'

/** Finds, among those who wait, the families whose latest revision is another than the one they know. */
const NEWS = {
  name: 'news',
  text: `select w.user_id, coalesce(s.rev, 0)::float8 as rev
           from unnest($1::uuid[], $2::bigint[]) as w (user_id, rev) left join public.sync_state s using (user_id)
          where coalesce(s.rev, 0) <> w.rev`,
}
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 10_000

/**
 * Opens the feed. It connects in the background and connects again whenever the connection was lost, so it never
 * throws.
 */
export function openChangeFeed(connection: pg.ClientConfig): ChangeFeed {
  const room = createWaitingRoom()
  const leaving = listeners<void>()
  const sessionEnded = listeners<string>()
  const keys = listeners<void>()
  const access = listeners<void>()
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
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === KEYS) return keys.tell()
      if (channel === ACCESS) return access.tell()
      if (channel === SESSION_ENDED) return sessionEnded.tell(payload)
      leaving.tell()
      room.wakeAccount(payload)
    })
    client.on('error', () => lose(client))
    client.on('end', () => lose(client))
    try {
      await client.connect()
      await client.query(`listen ${LEAVING}; listen ${SESSION_ENDED}; listen ${KEYS}; listen ${ACCESS}`)
    } catch {
      return lose(client)
    }
    if (client !== current) return
    isListening = true
    failures = 0
    leaving.tell()
    keys.tell()
    access.tell()
  }

  /**
   * Ends every wait, because without a connection changes would be missed. Those who waited poll the database instead.
   */
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
      const values = [waiting.map(({ familyId }) => familyId), waiting.map(({ known }) => known)]
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
    onLeaving: leaving.add,
    onSessionEnded: sessionEnded.add,
    onKeys: keys.add,
    onAccess: access.add,
    close() {
      isClosed = true
      clearInterval(looking)
      clearTimeout(retry)
      if (current !== null) lose(current)
    },
  }
}

/** Closes a connection without waiting for it, because one that hangs may never end. */
function end(client: pg.Client): void {
  client.end().catch(() => undefined)
}

function listeners<T>() {
  const all = new Set<(told: T) => void>()
  return {
    add: (listener: (told: T) => void): void => void all.add(listener),
    tell(told: T): void {
      for (const listener of all) listener(told)
    },
  }
}
