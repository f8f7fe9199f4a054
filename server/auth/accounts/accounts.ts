import { randomUUID } from 'node:crypto'
import { emailExists } from '../calls/refusals.ts'
import { hashPassword } from './passwords.ts'
import { findUserById, type Queryable, type UserRow } from './users.ts'

export interface NewAccount {
  /** In the form that parseEmail returns. */
  email: string
  password: string
}

/** Makes an e-mail account with its identity; its address counts as proved. Throws 422 email_exists. */
export async function createUser(db: Queryable, { email, password }: NewAccount): Promise<UserRow> {
  const passwordHash = await hashPassword(password)
  const user = await insertUser(db, { email, passwordHash, confirmed: true })
  if (user === null) throw emailExists()
  return user
}

export interface NewUser {
  /** In the form that parseEmail returns; null only for an account with a phone number. */
  email: string | null
  /** In the form that parsePhone returns. */
  phone?: string | null
  /** Hashed by the caller, so that no transaction waits for it; null when no password opens this account. */
  passwordHash: string | null
  /** True when a mail proved the address, or an administrator vouches for it. */
  confirmed: boolean
  phoneConfirmed?: boolean
  /** True when an administrator makes it: user_metadata holds `data` then, and nothing of the identity. */
  byAdmin?: boolean
  /** Put into user_metadata. */
  data?: Record<string, unknown>
  /** Added to app_metadata. */
  appData?: Record<string, unknown>
  id?: string
  role?: string
}

/** Makes an account with its identities; null when the address, the number or the id is taken. */
export async function insertUser(db: Queryable, account: NewUser): Promise<UserRow | null> {
  const { email, phone = null, passwordHash, confirmed, phoneConfirmed = false } = account
  const id = account.id ?? randomUUID()
  const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
  const claims = {
    sub: id,
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    email_verified: confirmed,
    phone_verified: phoneConfirmed,
  }
  // What an administrator vouches for is noted as a mail's confirmation would note it.
  const ownMetadata = account.byAdmin === true ? (confirmed ? { email_verified: true } : {}) : claims
  const inserted = await db.query(
    `with u as (
       insert into auth.users
         (id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
          raw_app_meta_data, raw_user_meta_data)
       values ($1, 'authenticated', $2, $3, $4, $5, case when $6 then now() end, case when $7 then now() end, $8, $9)
       on conflict do nothing returning id
     )
     insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
     select u.id::text, u.id, $10, provider, now() from u, unnest($11::text[]) as provider`,
    [
      id,
      account.role ?? 'authenticated',
      email,
      phone,
      passwordHash,
      confirmed,
      phoneConfirmed,
      JSON.stringify({ provider: providers[0], providers, ...account.appData }),
      JSON.stringify({ ...account.data, ...ownMetadata }),
      JSON.stringify(claims),
      providers,
    ],
  )
  return inserted.rowCount === 0 ? null : findUserById(db, id)
}
