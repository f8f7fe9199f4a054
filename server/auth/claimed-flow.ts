import { HttpError } from '../errors.ts'
import { isUuid, type Queryable } from './users.ts'

/** A flow whose state came back. */
export interface ClaimedFlow {
  id: string
  /** The provider's name. */
  provider: string
  /** What the session's amr will say. */
  method: string
  /** False: the tokens come back in the address (implicit). */
  usesCode: boolean
  /** Where the person wants to go. */
  referrer: string
}

/** Takes the state that a provider brings back; it counts once, for five minutes. Throws bad_oauth_state. */
export async function claimFlow(db: Queryable, state: string, method: string): Promise<ClaimedFlow> {
  if (!isUuid(state)) throw badState('OAuth state parameter is invalid')
  // The flow of a mail is none that a provider could bring back.
  const claimed = await db.query<ClaimedFlow & { expired: boolean }>(
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
      where id = $1 and authentication_method = $2 and auth_code_issued_at is null
      returning id, provider_type as provider, authentication_method as method,
                code_challenge is not null as "usesCode", coalesce(referrer, '') as referrer,
                created_at <= now() - interval '5 minutes' as expired`,
    [state, method],
  )
  const [flow] = claimed.rows
  if (flow === undefined) throw await unclaimed(db, state, method)
  if (flow.expired) throw badState('OAuth state has expired')
  return flow
}

async function unclaimed(db: Queryable, state: string, method: string): Promise<HttpError> {
  const found = await db.query('select from auth.flow_state where id = $1 and authentication_method = $2', [
    state,
    method,
  ])
  if (found.rowCount === 0) return badState('OAuth state not found or expired')
  return new HttpError(400, 'flow_state_already_used', 'OAuth state has already been used')
}

function badState(message: string): HttpError {
  return new HttpError(400, 'bad_oauth_state', message)
}
