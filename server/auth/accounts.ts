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
  const user = await insertUser(db, email, await hashPassword(password), {})
  if (user !== null) return user
  throw new HttpError(422, 'email_exists', 'A user with this email address has already been registered')
}

/** `data` becomes user_metadata; null when the address is taken. Takes a hash, so that no transaction waits for one. */
export async function insertUser(
  db: Queryable,
  email: string,
  passwordHash: string,
  data: Record<string, unknown>,
): Promise<UserRow | null> {
  const id = randomUUID()
  const claims = { sub: id, email, email_verified: true, phone_verified: false }
  const inserted = await db.query(
    `with u as (
       insert into auth.users
         (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       values ($1, 'authenticated', 'authenticated', $2, $3, now(),
               '{"provider":"email","providers":["email"]}', $4)
       on conflict do nothing returning id
     )
     insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
     select u.id::text, u.id, $5, 'email', now() from u`,
    [id, email, passwordHash, JSON.stringify({ ...data, ...claims }), JSON.stringify(claims)],
  )
  if (inserted.rowCount === 0) return null
  const user = await findUserById(db, id)
  if (user === null) throw new Error('an account that was just made is not there')
  return user
}
