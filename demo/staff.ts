import { randomUUID } from 'node:crypto'
import { generate } from 'otplib'
import type pg from 'pg'
import type { Staff } from '../server/administration/accounts.ts'
import { commandDesk, setStaff } from '../server/administration/own-account-changes.ts'
import { seal } from '../server/auth/sessions/sealing.ts'
import type { Config } from '../server/settings/config.ts'
import { loadSecrets } from '../server/settings/secrets.ts'

/** Who works for the provider in the demo. */
export const CONSULTANT = { email: 'marta@nana.example', role: 'consultant', name: 'Marta Soler' } as const
export const ADMIN = { email: 'eva@nana.example', role: 'admin', name: 'Eva' } as const

/**
 * Of the second factor of both, the same at every start: an app that knows it need not be told anew. It guards nothing
 * but a folder that is deleted with the demo.
 */
export const FACTOR_SECRET = 'DULCESSIESTASNANADULCESSIESTASNA'

/** What an authenticator app would show now. */
export function codeOfNow(): Promise<string> {
  return generate({ secret: FACTOR_SECRET })
}

/** Makes an account one of the staff's, as the command line does, with its second factor turned on. */
export async function makeStaff(pool: pg.Pool, config: Config, email: string, staff: Staff): Promise<void> {
  await setStaff(commandDesk(pool), { email }, staff)
  const id = randomUUID()
  const { factorKey } = await loadSecrets(config)
  await pool.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     select $1, id, 'Demo', 'totp', 'verified', $3 from auth.users where email = $2`,
    [id, email, seal(FACTOR_SECRET, factorKey, id)],
  )
}
