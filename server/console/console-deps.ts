import { type Desk, listAccounts, type OwnAccountLine } from '../administration/own-account-changes.ts'
import type { AuthContext } from '../auth/calls/auth-context.ts'
import type { AuthDeps } from '../auth/endpoints/auth-deps.ts'
import type { Caller } from '../auth/sessions/authenticate.ts'
import { recordEvent } from '../log/security-events.ts'

/** What the endpoints under /console/v1 work with. */
export type ConsoleDeps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'apiKeys' | 'limits' | 'liveSessions' | 'oneTimeKey' | 'postOffice'
>

/** `admin` is known to be an administrator of the provider's. */
export type ConsoleEndpoint = (
  c: AuthContext,
  deps: ConsoleDeps,
  admin: Caller,
) => Promise<Response> | Response

/** Where an administrator's changes are made. The security log has who made them, beside whose account it was. */
export function deskOf({ config, pool, liveSessions, postOffice }: ConsoleDeps, { user }: Caller): Desk {
  return {
    pool,
    liveSessions,
    mailing: { deps: { config }, send: (mail) => postOffice.post(mail) },
    note: (db, accountId, what) => recordEvent(db, 'console_command', accountId, `${what} by ${user.id}`),
  }
}

/** The account as the list has it; null where somebody else has deleted it meanwhile. */
export async function accountNow(
  { pool }: Pick<ConsoleDeps, 'pool'>,
  id: string,
): Promise<OwnAccountLine | null> {
  return (await listAccounts(pool, id))[0] ?? null
}
