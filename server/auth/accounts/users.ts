import type pg from 'pg'
import { FACTORS_OF_USER } from './factor-columns.ts'

/** A pool, or a client inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>

/** A row of auth.users with its identities and factors. Instants are RFC 3339 text in UTC, as the wire wants them. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: string | null
  phone_confirmed_at: string | null
  confirmed_at: string | null
  invited_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  email_change: string | null
  email_change_sent_at: string | null
  phone_change: string | null
  phone_change_sent_at: string | null
  reauthentication_sent_at: string | null
  last_sign_in_at: string | null
  raw_app_meta_data: Record<string, unknown>
  raw_user_meta_data: Record<string, unknown>
  created_at: string
  updated_at: string
  banned_until: string | null
  deleted_at: string | null
  is_sso_user: boolean
  is_anonymous: boolean
  identities: IdentityRow[]
  factors: DrawnFactor[]
}

/** A second factor without its secret, read as JSON that is made in SQL. */
export interface DrawnFactor {
  id: string
  created_at: string
  updated_at: string
  status: 'unverified' | 'verified'
  friendly_name: string | null
  factor_type: string
  phone: string
  last_challenged_at: string | null
}

/** A row of auth.identities, read as JSON that is made in SQL. */
export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

/** The columns of a UserRow, for a query that names auth.users `u`. */
const USER_COLUMNS = `
  u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at,
  u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change,
  u.email_change_sent_at, u.phone_change, u.phone_change_sent_at, u.reauthentication_sent_at,
  u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at, u.banned_until, u.deleted_at,
  u.is_sso_user, u.is_anonymous,
  (select coalesce(jsonb_agg(i order by i.created_at, i.id), '[]')
     from auth.identities i where i.user_id = u.id) as identities,
  ${FACTORS_OF_USER} as factors`

/** The account of an address, in any case. A company's accounts (SAML) are left out: they never meet others. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const found = await db.query<UserRow>(
    `select ${USER_COLUMNS} from auth.users u where lower(u.email) = lower($1) and not u.is_sso_user and u.deleted_at is null`,
    [email],
  )
  return found.rows[0] ?? null
}

export async function findUserByPhone(db: Queryable, phone: string): Promise<UserRow | null> {
  const found = await db.query<UserRow>(
    `select ${USER_COLUMNS} from auth.users u where u.phone = $1 and u.deleted_at is null`,
    [phone],
  )
  return found.rows[0] ?? null
}

export async function findUserById(db: Queryable, id: string): Promise<UserRow | null> {
  const found = await db.query<UserRow>(
    `select ${USER_COLUMNS} from auth.users u where u.id = $1 and u.deleted_at is null`,
    [id],
  )
  return found.rows[0] ?? null
}

/** The account, also when it was deleted softly. */
export async function findUserDeletedOrNot(db: Queryable, id: string): Promise<UserRow | null> {
  const found = await db.query<UserRow>(`select ${USER_COLUMNS} from auth.users u where u.id = $1`, [id])
  return found.rows[0] ?? null
}

/**
 * A page of all accounts, newest first unless `ascending`, and how many there are on all pages. `page` counts from 1;
 * `filter` is a part of an address or a name, in any case.
 */
export async function findUsers(
  db: Queryable,
  { page, perPage, filter, ascending }: { page: number; perPage: number; filter: string; ascending: boolean },
): Promise<{ users: UserRow[]; total: number }> {
  const where = `u.deleted_at is null and ($1 = '' or strpos(lower(coalesce(u.email, '')), lower($1)) > 0
      or strpos(lower(coalesce(u.raw_user_meta_data ->> 'full_name', '')), lower($1)) > 0)`
  const order = ascending ? 'u.created_at, u.id' : 'u.created_at desc, u.id desc'
  const counted = await db.query<{ total: number }>(
    `select count(*)::int as total from auth.users u where ${where}`,
    [filter],
  )
  const found = await db.query<UserRow>(
    `select ${USER_COLUMNS} from auth.users u where ${where} order by ${order} limit $2 offset $3`,
    [filter, perPage, (page - 1) * perPage],
  )
  return { users: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** The account that a session belongs to; null when either is gone. */
export async function findUserOfSession(db: Queryable, sessionId: string): Promise<UserRow | null> {
  const found = await db.query<UserRow>(
    `select ${USER_COLUMNS} from auth.users u
      where u.id = (select user_id from auth.sessions where id = $1) and u.deleted_at is null`,
    [sessionId],
  )
  return found.rows[0] ?? null
}

/**
 * Locks an account. A transaction does so before it changes anything that belongs to the account, so that two which
 * change the same one wait for each other instead of deadlocking.
 */
export async function lockAccount(db: Queryable, id: string): Promise<void> {
  await db.query('select from auth.users where id = $1 for no key update', [id])
}

export function isBanned(user: Pick<UserRow, 'banned_until'>): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > Date.now()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a value is text that PostgreSQL reads as a UUID in its usual spelling. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}
