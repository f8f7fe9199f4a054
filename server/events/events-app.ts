import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Pool } from 'pg'
import { isUuid } from '../auth/accounts/users.ts'
import type { InLine, WaitingCaller } from '../auth/limits/account-lines.ts'
import type { VerifyBearer } from '../auth/sessions/verify-bearer.ts'
import { asRole, type Claims } from '../db/as-role.ts'
import { HttpError } from '../http/errors.ts'
import { unparseable } from '../rest/refusals/refusals.ts'
import type { ChangeFeed } from './change-feed.ts'

interface EventsDeps {
  pool: Pool
  inLine: InLine
  verifyBearer: VerifyBearer
  feed: ChangeFeed
}

/**
 * A wait has to be shorter than a proxy waits for an answer, which is 30 s for the strictest. Its length varies, so
 * that phones that started together don't ask together for ever.
 */
const SHORTEST_WAIT_MS = 20_000
const WAIT_SPREAD_MS = 5_000

/** The row is there for whoever may read that family's, which row-level security decides. */
const REV_OF = { name: 'rev-of-family', text: 'select rev from public.sync_state where user_id = $1' }

const IS_FACTOR_GIVEN = { name: 'is-factor-given', text: 'select public.is_second_factor_given() as given' }

/**
 * Serves `GET /changes?after=N`, which answers `{"rev": N}` with the revision of the latest change in the caller's own
 * family, or in another one that lets the caller in, with `family=UUID`. It answers at once when that is not `after`,
 * else as soon as it changes, and after 25 s at the latest. The client then pulls what changed from the table API.
 */
export function eventsApp({
  pool,
  inLine,
  verifyBearer,
  feed,
}: EventsDeps): Hono<{ Bindings: HttpBindings }> {
  async function revOf(
    claims: Claims,
    verifyAgain: () => Promise<Claims>,
    family: string,
    caller: WaitingCaller | undefined,
  ): Promise<number> {
    const ask = async (query: { name: string; text: string }, values: string[]) => {
      const task = async (hasWaited: boolean) =>
        asRole(pool, hasWaited ? await verifyAgain() : claims, { ...query, values })
      return (await inLine({ claims, sender: undefined, caller }, task)).rows[0]
    }
    const found = await ask(REV_OF, [family])
    if (found !== undefined) return found.rev
    // The row is hidden from whoever hasn't given the second factor, and so has to be the moment at which it changes.
    if ((await ask(IS_FACTOR_GIVEN, []))?.given !== true) throw refused('the second factor is missing')
    if (family === claims.sub) return 0
    throw refused('this family is not open to you')
  }

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/changes', async (c) => {
    const who = () => verifyBearer(c.req.header('authorization'), c.req.header('apikey'))
    const { claims, accountId, sessionId } = carerOf(await who())
    const after = revIn(c.req.query('after'))
    const familyId = familyIn(c.req.query('family')) ?? accountId
    // The wait has to begin before the revision is read, so that a change in between is not missed.
    const wait = feed.room.enter(
      { accountId, sessionId, familyId, known: after },
      SHORTEST_WAIT_MS + Math.random() * WAIT_SPREAD_MS,
    )
    if (wait === null) throw noPlace()
    try {
      let rev = await revOf(claims, who, familyId, c.env?.outgoing)
      if (rev === after) {
        if (!feed.isListening) throw cannotTell()
        const { signal } = c.req.raw
        signal.addEventListener('abort', () => wait.leave())
        // Whoever hung up while the revision was read has told it before anybody listened.
        if (signal.aborted) wait.leave()
        const how = await wait.ended
        if (how === 'closed') throw cannotTell()
        // The token is checked again, because it may have expired or its session may have ended during the wait. What
        // another family lets the caller do may also have come to its end by the clock, of which there is no news.
        if (how === 'news' || familyId !== accountId) {
          rev = await revOf(carerOf(await who()).claims, who, familyId, c.env?.outgoing)
        }
      }
      return c.json({ rev }, 200, { 'X-Accel-Buffering': 'no' })
    } finally {
      wait.leave()
    }
  })
  return app
}

function carerOf(claims: Claims): { claims: Claims; accountId: string; sessionId: string | null } {
  const { role, sub, session_id: sessionId } = claims
  if (role !== 'authenticated' || typeof sub !== 'string') {
    throw new HttpError(401, 'PGRST302', 'Anonymous access is disabled')
  }
  return { claims, accountId: sub, sessionId: typeof sessionId === 'string' ? sessionId : null }
}

function revIn(after: string | undefined): number {
  if (after !== undefined && /^\d{1,15}$/.test(after)) return Number(after)
  throw unparseable('after', 1, 1, 'expected the number of the last change that is known')
}

function familyIn(family: string | undefined): string | null {
  if (family === undefined) return null
  if (isUuid(family)) return family.toLowerCase()
  throw unparseable('family', 1, 1, 'expected the id of a family')
}

function refused(message: string): HttpError {
  return new HttpError(403, '42501', message)
}

/** Without a time to wait: the phone would also hold back what it has to send. It polls, and asks here ever later. */
function noPlace(): HttpError {
  return new HttpError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/**
 * The answer while the database can't be heard or the server stops. The phone then polls, and asks here again later.
 */
function cannotTell(): HttpError {
  return new HttpError(503, 'PGRST003', 'Changes cannot be told at the moment')
}
