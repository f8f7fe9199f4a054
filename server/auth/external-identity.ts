import { randomUUID } from 'node:crypto'
import { HttpError } from '../errors.ts'
import { parseEmail } from './addresses.ts'
import { findUserByEmail, findUserById, type Queryable, type UserRow } from './users.ts'

/** What an ID token, or a provider's user info, says of a person. */
export type PersonClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** Somebody a provider vouches for. */
export interface ExternalPerson {
  /** 'google', or 'sso:<id>' for a company's own. */
  provider: string
  /** The provider's own name for the person, which never changes. */
  subject: string
  /** Empty when the provider tells none. */
  email: string
  emailVerified: boolean
  /** A company's account: its address is the company's word, and never meets other accounts. */
  isSso: boolean
  /** Kept with the identity and merged into user_metadata. */
  metadata: Record<string, unknown>
}

/**
 * The account of a person (wire contract 2.10): the one that has the identity; else the one with the same verified
 * address; else a new one. Runs in a transaction. Throws 422 provider_email_needs_verification, 422 signup_disabled.
 */
export async function accountOf(db: Queryable, person: ExternalPerson, signup: boolean): Promise<UserRow> {
  const email = person.email === '' ? '' : parseEmail(person.email)
  // Two sign-ins of one person at once must not make two accounts.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${email} ${person.isSso}`])
  const userId = await knownUserId(db, person)
  if (userId !== null) {
    await updateIdentity(db, person, email)
    return describeUser(db, userId, person, email)
  }
  if (email === '') {
    throw new HttpError(500, 'unexpected_failure', 'Error getting user email from external provider')
  }
  if (!person.emailVerified) {
    const name = person.provider
    const message = `Unverified email with ${name}. Verify the email with ${name} in order to sign in`
    throw new HttpError(422, 'provider_email_needs_verification', message)
  }
  const existing = person.isSso ? null : await findUserByEmail(db, email)
  const id = existing === null ? await makeAccount(db, person, email, signup) : existing.id
  if (existing !== null && existing.email_confirmed_at === null) await takeOver(db, id)
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
     values ($1, $2, $3, $4, now())`,
    [person.subject, id, identityData(person, email), person.provider],
  )
  return describeUser(db, id, person, email)
}

async function knownUserId(db: Queryable, { provider, subject }: ExternalPerson): Promise<string | null> {
  const found = await db.query<{ user_id: string }>(
    `select i.user_id from auth.identities i join auth.users u on u.id = i.user_id and u.deleted_at is null
      where i.provider = $1 and i.provider_id = $2`,
    [provider, subject],
  )
  return found.rows[0]?.user_id ?? null
}

async function updateIdentity(db: Queryable, person: ExternalPerson, email: string): Promise<void> {
  await db.query(
    `update auth.identities set identity_data = identity_data || $3, last_sign_in_at = now(), updated_at = now()
      where provider = $1 and provider_id = $2`,
    [person.provider, person.subject, identityData(person, email)],
  )
}

async function makeAccount(
  db: Queryable,
  { isSso }: ExternalPerson,
  email: string,
  signup: boolean,
): Promise<string> {
  if (!signup) throw new HttpError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const id = randomUUID()
  await db.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, is_sso_user)
     values ($1, 'authenticated', 'authenticated', $2, now(), $3)`,
    [id, email, isSso],
  )
  return id
}

/** Whoever made the account never proved the address, so nothing of theirs opens it any more. */
async function takeOver(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update auth.users set encrypted_password = null, email_confirmed_at = now(),
            raw_app_meta_data = raw_app_meta_data - 'provider' - 'providers', raw_user_meta_data = '{}'
      where id = $1`,
    [id],
  )
  await db.query('delete from auth.identities where user_id = $1', [id])
  await db.query('delete from auth.one_time_tokens where user_id = $1', [id])
  await db.query('delete from auth.mfa_factors where user_id = $1', [id])
  await db.query('delete from auth.sessions where user_id = $1', [id])
}

/** The metadata that tells of the person's identities. */
async function describeUser(
  db: Queryable,
  id: string,
  person: ExternalPerson,
  email: string,
): Promise<UserRow> {
  await db.query(
    `update auth.users
        set raw_user_meta_data = raw_user_meta_data || $2,
            raw_app_meta_data = jsonb_build_object('provider', $3::text) || raw_app_meta_data || jsonb_build_object('providers',
              (select jsonb_agg(distinct provider) from auth.identities where user_id = $1)),
            updated_at = now()
      where id = $1`,
    [id, identityData(person, email), person.provider],
  )
  const user = await findUserById(db, id)
  if (user === null) throw new Error('an account that was just found is not there')
  return user
}

function identityData(person: ExternalPerson, email: string): string {
  return JSON.stringify({
    ...person.metadata,
    sub: person.subject,
    email,
    email_verified: person.emailVerified,
    phone_verified: false,
  })
}
