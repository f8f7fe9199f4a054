import { createHash, createHmac, hkdfSync, randomInt } from 'node:crypto'
import type { AuthSettings } from '../../settings/auth-settings.ts'
import type { Queryable } from '../accounts/users.ts'
import { CLOCK_SKEW_SECONDS } from '../calls/clock-skew.ts'

/** The kinds of one-time token, named as hosted Supabase does. A user has at most one live token of each kind. */
export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_current'
  | 'email_change_token_new'

/** What a mail carries: a code to type, and the token of its link, which the server derives from address and code. */
export interface OneTimeSecret {
  code: string
  token: string
}

const PKCE_PREFIX = 'pkce_'
const CODE_DIGITS = 6

/** The key that derives tokens from codes. Without the server's secret nobody finds a token by trying all codes. */
export function oneTimeKey(jwtSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'nana one-time tokens', 32))
}

/**
 * Draws a code and derives its token for a mailbox. With `pkce` the token gets a prefix, which says that its link gives
 * a code to exchange instead of a session.
 */
export function newSecret(key: Buffer, address: string, pkce: boolean): OneTimeSecret {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return { code, token: (pkce ? PKCE_PREFIX : '') + tokenOf(key, address, code) }
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX)
}

function tokenOf(key: Buffer, address: string, code: string): string {
  return createHmac('sha224', key).update(`${address.toLowerCase()}\n${code}`).digest('hex')
}

/** The hash that the database keeps in place of a token: whoever reads the database can't make the link. */
function storedForm(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Stores a token in place of the last one of its kind. `address` is the mailbox that it is sent to. */
export async function keepToken(
  db: Queryable,
  userId: string,
  type: TokenType,
  address: string,
  token: string,
): Promise<void> {
  await db.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4)
     on conflict (user_id, token_type) do update
        set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
            created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [userId, type, storedForm(token), address.toLowerCase()],
  )
}

export interface FoundToken {
  id: string
  /** The stored hash. The row is reused for the next token of its kind, so its id alone doesn't name this one. */
  hash: string
  userId: string
  type: TokenType
  /** The mailbox that it was sent to. */
  address: string
  expired: boolean
}

interface TokenRow {
  id: string
  token_hash: string
  user_id: string
  token_type: TokenType
  relates_to: string
  age_seconds: number
  invited: boolean
}

const COLUMNS = `
  select t.id, t.token_hash, t.user_id, t.token_type, t.relates_to, u.invited_at is not null as invited,
         extract(epoch from clock_timestamp() - t.created_at at time zone 'utc')::float8 as age_seconds
    from auth.one_time_tokens t join auth.users u on u.id = t.user_id and u.deleted_at is null`

type Lives = Pick<AuthSettings, 'otpExpirySeconds' | 'inviteExpirySeconds'>

/** Finds the token of a link; null when there is none of these kinds. An invitation's link lives longer than others. */
export async function findByLink(
  db: Queryable,
  token: string,
  types: readonly TokenType[],
  lives: Lives,
): Promise<FoundToken | null> {
  const found = await db.query<TokenRow>(
    `${COLUMNS} where t.token_hash = $1 and t.token_type = any ($2::auth.one_time_token_type[])`,
    [storedForm(token), types],
  )
  const [row] = found.rows
  if (row === undefined) return null
  const invitation = row.invited && row.token_type === 'confirmation_token'
  return drawn(row, invitation ? lives.inviteExpirySeconds : lives.otpExpirySeconds)
}

/** Finds the token that was mailed to an address together with a code; null when there is none of these kinds. */
export async function findByCode(
  db: Queryable,
  key: Buffer,
  sent: { address: string; code: string },
  types: readonly TokenType[],
  lives: Lives,
): Promise<FoundToken | null> {
  const token = tokenOf(key, sent.address, sent.code)
  const found = await db.query<TokenRow>(
    `${COLUMNS} where t.token_hash = any ($1) and t.relates_to = $2
        and t.token_type = any ($3::auth.one_time_token_type[]) order by t.token_type limit 1`,
    [[storedForm(token), storedForm(PKCE_PREFIX + token)], sent.address.toLowerCase(), types],
  )
  const [row] = found.rows
  return row === undefined ? null : drawn(row, lives.otpExpirySeconds)
}

function drawn(row: TokenRow, lifeSeconds: number): FoundToken {
  return {
    id: row.id,
    hash: row.token_hash,
    userId: row.user_id,
    type: row.token_type,
    address: row.relates_to,
    // One that lies ahead is of a clock that has been set back since: it would be good for as long as that was ahead.
    expired: row.age_seconds >= lifeSeconds || row.age_seconds < -CLOCK_SKEW_SECONDS,
  }
}

/** Uses a token up. Returns false when another request was first. The caller has locked the account. */
export async function spendToken(db: Queryable, token: FoundToken): Promise<boolean> {
  const used = await db.query('delete from auth.one_time_tokens where id = $1 and token_hash = $2', [
    token.id,
    token.hash,
  ])
  return used.rowCount === 1
}

/**
 * Voids a user's tokens of these kinds, or all of them without `types`: what was mailed before opens nothing. Then the
 * way back by a mail needs another one, and so does a new password that wants a code: they may be asked for at once.
 * The caller has locked the account.
 */
export async function clearTokens(
  db: Queryable,
  userId: string,
  types: readonly TokenType[] | null = null,
): Promise<void> {
  await db.query(
    `delete from auth.one_time_tokens
      where user_id = $1 and ($2::text[] is null or token_type::text = any ($2))`,
    [userId, types],
  )
  if (types !== null) return
  await db.query(
    'update auth.users set recovery_sent_at = null, reauthentication_sent_at = null where id = $1',
    [userId],
  )
}
