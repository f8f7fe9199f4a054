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
  /** As parseEmail returns it. */
  email: string
  /** A hash, so that no transaction waits for one; null: no password opens this account. */
  passwordHash: string | null
  /** The address is proved, or an administrator vouches for it. */
  confirmed: boolean
  /** Becomes user_metadata. */
  data?: Record<string, unknown>
  /** Added to app_metadata. */
  appData?: Record<string, unknown>
  id?: string
  role?: string
}

/** Makes an e-mail account with its identity; null when the address or the id is taken. */
export async function insertUser(db: Queryable, account: NewUser): Promise<UserRow | null> {
  const { email, passwordHash, confirmed, data = {}, appData = {}, role = 'authenticated' } = account
  const id = account.id ?? randomUUID()
  const claims = { sub: id, email, email_verified: confirmed, phone_verified: false }
  const inserted = await db.query(
    `with u as (
       insert into auth.users
         (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       values ($1, 'authenticated', $7, $2, $3, case when $6 then now() end,
               '{"provider":"email","providers":["email"]}'::jsonb || $8::jsonb, $4)
       on conflict do nothing returning id
     )
     insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
     select u.id::text, u.id, $5, 'email', now() from u`,
    [
      id,
      email,
      passwordHash,
      JSON.stringify({ ...data, ...claims }),
      JSON.stringify(claims),
      confirmed,
      role,
      JSON.stringify(appData),
    ],
  )
  if (inserted.rowCount === 0) return null
  const user = await findUserById(db, id)
  if (user === null) throw new Error('an account that was just made is not there')
  return user
}
