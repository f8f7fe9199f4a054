import { randomUUID } from 'node:crypto'
import { parseEmail } from '../accounts/addresses.ts'
import { clearPassword } from '../accounts/stored-password.ts'
import {
  findUserByEmail,
  findUserById,
  lockAccount,
  type Queryable,
  type UserRow,
} from '../accounts/users.ts'
import { signupsOff } from '../calls/refusals.ts'
import { endSessions } from '../sessions/ended-sessions.ts'
import type { Transaction } from '../sessions/transaction.ts'
import { providerEmailUnproved, providerGaveNoEmail } from './refusals.ts'

/** The claims that an ID token or a provider's user info makes about a person. */
export type PersonClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

const MAX_TEXT = 500

/**
 * What is kept of a text that a provider tells: so much of it, and nothing that PostgreSQL refuses in JSON, as half of
 * a pair of surrogates, which is left where an emoji is cut.
 */
export function keptText(told: string): string {
  return told.slice(0, MAX_TEXT).replace(/[\0\p{Surrogate}]/gu, '')
}

/** A person whom a provider vouches for. */
export interface ExternalPerson {
  /** The provider's name: 'google', or 'sso:<id>' for a company's server. */
  provider: string
  /** The id that the provider gives the person, which never changes. */
  subject: string
  /** As the provider tells it; empty when it tells none. */
  email: string
  emailVerified: boolean
  /** True for a company's person: only the company vouches for the address, so it must not lead to other accounts. */
  isSso: boolean
  /** Claims that are kept with the identity and merged into user_metadata. */
  metadata: Record<string, unknown>
}

/**
 * The account of a person (wire 2.10, providers): the one that has the identity; else the one with the same verified
 * address; else a new one, if `signup` allows that. Runs in a transaction. Throws 422
 * provider_email_needs_verification, 422 signup_disabled, 500 unexpected_failure for a person without an address, and
 * 400 validation_failed for one whose address is none. A known one comes in with any.
 */
export async function accountOf(db: Transaction, person: ExternalPerson, signup: boolean): Promise<UserRow> {
  const told = toldEmail(person)
  // The lock makes sign-ins of one person wait for each other, so that two at once don't make two accounts.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${told} ${person.isSso}`])
  const known = await locked(db, () => knownUser(db, person))
  if (known !== null) {
    await updateIdentity(db, person, told)
    return describeUser(db, known.id, person, told)
  }
  if (person.email === '') {
    throw providerGaveNoEmail()
  }
  const email = parseEmail(person.email)
  if (!person.emailVerified) {
    throw providerEmailUnproved(person.provider)
  }
  const existing = person.isSso ? null : await locked(db, () => findUserByEmail(db, email))
  const id = existing === null ? await makeAccount(db, person, email, signup) : existing.id
  if (existing !== null && existing.email_confirmed_at === null) await takeOver(db, id)
  // It is dated after the lock, so that a change which this sign-in has waited for counts as the earlier one.
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at)
     values ($1, $2, $3, $4, now(), clock_timestamp())`,
    [person.subject, id, identityData(person, email), person.provider],
  )
  return describeUser(db, id, person, email)
}

/** The address in the form that parseEmail returns; empty where it is none. */
function toldEmail({ email }: ExternalPerson): string {
  try {
    return parseEmail(email)
  } catch {
    return ''
  }
}

/**
 * The account that `find` finds, once nobody else can change it: it may be taken back by its owner meanwhile, and then
 * neither the identity nor the address leads to it any more.
 */
async function locked<T extends { id: string }>(
  db: Queryable,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const before = await find()
  if (before === null) return null
  await lockAccount(db, before.id)
  const found = await find()
  return found?.id === before.id ? found : null
}

async function knownUser(
  db: Queryable,
  { provider, subject }: ExternalPerson,
): Promise<{ id: string } | null> {
  const found = await db.query<{ id: string }>(
    `select u.id from auth.identities i join auth.users u on u.id = i.user_id and u.deleted_at is null
      where i.provider = $1 and i.provider_id = $2`,
    [provider, subject],
  )
  return found.rows[0] ?? null
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
  if (!signup) throw signupsOff()
  const id = randomUUID()
  await db.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, is_sso_user)
     values ($1, 'authenticated', 'authenticated', $2, now(), $3)`,
    [id, email, isSso],
  )
  return id
}

/**
 * Gives an unconfirmed account to the person whose address the provider has verified. Whoever made it never proved the
 * address and may be somebody else, so their password, identities, tokens, factors and sessions are removed.
 */
async function takeOver(db: Transaction, id: string): Promise<void> {
  await clearPassword(db, id)
  await db.query(
    `update auth.users set email_confirmed_at = now(),
            raw_app_meta_data = raw_app_meta_data - 'provider' - 'providers', raw_user_meta_data = '{}'
      where id = $1`,
    [id],
  )
  await db.query('delete from auth.identities where user_id = $1', [id])
  await db.query('delete from auth.one_time_tokens where user_id = $1', [id])
  await db.query('delete from auth.mfa_factors where user_id = $1', [id])
  await endSessions(db, id, { scope: 'all' }, null)
}

/** Writes the metadata that follows from the person's identities, and reads the account anew. */
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
  if (user === null) throw new Error('La cuenta que se acaba de encontrar ya no está.')
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
