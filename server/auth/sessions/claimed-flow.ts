import { isUuid, type Queryable } from '../accounts/users.ts'
import { isOfLast } from '../calls/clock-skew.ts'

/** A sign-in flow that a provider has just brought back by its `state`. */
export interface ClaimedFlow {
  id: string
  /** The provider's name: 'google', or 'sso:<id>' for a company's server. */
  provider: string
  /** The authentication method that the session's `amr` claim will name: 'oauth' or 'sso/saml'. */
  method: string
  /** True when the app gets a code to exchange; false when the tokens come back in the address (implicit flow). */
  usesCode: boolean
  /** Where the person is sent at the end; it was checked against the allowed redirects when the flow began. */
  referrer: string
}

export type ClaimFailure = 'malformed' | 'unknown' | 'expired' | 'used'

type Claim = { kind: 'claimed'; flow: ClaimedFlow } | { kind: ClaimFailure }

const STATE_SECONDS = 300

/**
 * Uses up the `state` that a provider brings back. A state counts once and for five minutes, whatever comes of the
 * sign-in, so that nobody can try a second answer with it.
 */
export async function claimFlow(db: Queryable, state: string, method: string): Promise<Claim> {
  if (!isUuid(state)) return { kind: 'malformed' }
  // The method is compared because flows that began with a mail lie in the same table, and no provider may claim one.
  const claimed = await db.query<ClaimedFlow & { expired: boolean }>(
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
      where id = $1 and authentication_method = $2 and auth_code_issued_at is null
      returning id, provider_type as provider, authentication_method as method,
                code_challenge is not null as "usesCode", coalesce(referrer, '') as referrer,
                not ${isOfLast(STATE_SECONDS, 'created_at')} as expired`,
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
