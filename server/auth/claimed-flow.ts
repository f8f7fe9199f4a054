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

export type ClaimFailure = 'malformed' | 'unknown' | 'expired' | 'used'

type Claim = { kind: 'claimed'; flow: ClaimedFlow } | { kind: ClaimFailure }

/** Takes the state that a provider brings back; it counts once, for five minutes, whatever comes of it. */
export async function claimFlow(db: Queryable, state: string, method: string): Promise<Claim> {
  if (!isUuid(state)) return { kind: 'malformed' }
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
  if (flow !== undefined) return flow.expired ? { kind: 'expired' } : { kind: 'claimed', flow }
  const found = await db.query('select from auth.flow_state where id = $1 and authentication_method = $2', [
    state,
    method,
  ])
  return { kind: found.rowCount === 0 ? 'unknown' : 'used' }
}
