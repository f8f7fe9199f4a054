import { Hono } from 'hono'
import type { Pool } from 'pg'
import type { VerifyBearer } from '../auth/verify-bearer.ts'
import { asRole, type Claims } from '../db/as-role.ts'
import { HttpError } from '../errors.ts'
import { unparseable } from '../rest/refusals.ts'
import type { ChangeFeed } from './change-feed.ts'

interface EventsDeps {
  pool: Pool
  verifyBearer: VerifyBearer
  feed: ChangeFeed
}

/** Shorter than any proxy waits for an answer (30 s at the strictest), and spread, so that phones don't ask in step. */
const SHORTEST_WAIT_MS = 20_000
const WAIT_SPREAD_MS = 5_000

const OWN_REV = { name: 'own-rev', text: 'select rev from public.sync_state where user_id = auth.uid()' }

/**
 * GET /changes?after=N answers `{"rev": N}` with the number of the caller's latest change: at once when it isn't
 * `after`, else as soon as it changes, at the latest after 25 s. What changed is asked of the table API.
 */
export function eventsApp({ pool, verifyBearer, feed }: EventsDeps): Hono {
  async function revOf(claims: Claims): Promise<number> {
    const { rows } = await asRole(pool, claims, { ...OWN_REV, values: [] })
    return rows[0]?.rev ?? 0
  }

  const app = new Hono()
  app.get('/changes', async (c) => {
    const who = () => verifyBearer(c.req.header('authorization'), c.req.header('apikey'))
    const { claims, userId, sessionId } = carerOf(await who())
    const after = revIn(c.req.query('after'))
    // Waits before it looks: what changes in between is news.
    const wait = feed.room.enter(
      { userId, sessionId, known: after },
      SHORTEST_WAIT_MS + Math.random() * WAIT_SPREAD_MS,
    )
    try {
      let rev = await revOf(claims)
      if (rev === after) {
        if (!feed.isListening) throw cannotTell()
        c.req.raw.signal.addEventListener('abort', () => wait.leave())
        const how = await wait.ended
        if (how === 'closed') throw cannotTell()
        // The session may have ended meanwhile, or the token run out: news are for those who may ask now.
        if (how === 'news') rev = await revOf(carerOf(await who()).claims)
      }
      return c.json({ rev }, 200, { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
    } finally {
      wait.leave()
    }
  })
  return app
}

function carerOf(claims: Claims): { claims: Claims; userId: string; sessionId: string | null } {
  const { role, sub, session_id: sessionId } = claims
  if (role !== 'authenticated' || typeof sub !== 'string') {
    throw new HttpError(401, 'PGRST302', 'Anonymous access is disabled')
  }
  return { claims, userId: sub, sessionId: typeof sessionId === 'string' ? sessionId : null }
}

function revIn(after: string | undefined): number {
  if (after !== undefined && /^\d{1,15}$/.test(after)) return Number(after)
  throw unparseable('after', 1, 1, 'expected the number of the last change that is known')
}

/** The database isn't heard, or this server ends: the phone polls meanwhile, and asks here again later. */
function cannotTell(): HttpError {
  return new HttpError(503, 'PGRST003', 'Changes cannot be told at the moment')
}
