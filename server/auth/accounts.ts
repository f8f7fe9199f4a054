import { randomUUID } from 'node:crypto'
import { HttpError } from '../errors.ts'
import { hashPassword } from './passwords.ts'
import { findUserById, type Queryable, type UserRow } from './users.ts'

export interface NewAccount {
  /** As parseEmail returns it. */
  email: string
  password: string
}

/** Makes a confirmed e-mail account with its identity. Throws 422 email_exists. */
export async function createUser(db: Queryable, { email, password }: NewAccount): Promise<UserRow> {
  const passwordHash = await hashPassword(password)
  const user = await insertUser(db, { email, passwordHash, confirmed: true })
  if (user === null) throw emailExists()
  return user
}

export function emailExists(): HttpError {
  return new HttpError(422, 'email_exists', 'A user with this email address has already been registered')
}

export interface NewUser {
  /** As parseEmail returns it; null only where there is a phone. */
  email: string | null
  /** As parsePhone returns it. */
  phone?: string | null
  /** A hash, so that no transaction waits for one; null: no password opens this account. */
  passwordHash: string | null
  /** The address is proved, or an administrator vouches for it. */
  confirmed: boolean
  phoneConfirmed?: boolean
  /** Becomes user_metadata. */
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
      JSON.stringify({ ...account.data, ...claims }),
      JSON.stringify(claims),
      providers,
    ],
  )
  return inserted.rowCount === 0 ? null : findUserById(db, id)
}
