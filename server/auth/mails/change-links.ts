import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '../accounts/users.ts'
import { isOfLast } from '../calls/clock-skew.ts'

/** How long a link holds by which an account's owner says that a change wasn't theirs. */
export const CHANGE_LINK_SECONDS = 86_400
/**
 * Whoever makes changes without end must not fill somebody's mailbox: ten mails say enough. Those of a second factor
 * are counted by themselves, lest ten other changes keep it quiet that one was turned on.
 */
const MOST_IN_A_DAY = 10
/** For so long a link that was spent is still known: the answer may have got lost, and its reader presses again. */
const KNOWN_SECONDS_AFTER = 600

/**
 * Makes the link's token for a change of an account, which the caller has locked; null when there are enough for today.
 * Each change has its own, so that a later one takes nothing away from who reads an earlier mail.
 * @param factorId the second factor that was turned on, which goes when the change is disowned.
 */
export async function keepChangeLink(
  db: Queryable,
  userId: string,
  factorId: string | null,
): Promise<string | null> {
  const token = randomBytes(32).toString('hex')
  await db.query(
    `delete from nana.change_links where user_id = $1 and created_at <= now() - make_interval(secs => $2)`,
    [userId, CHANGE_LINK_SECONDS],
  )
  // A factor is noted even when no mail tells of it: an earlier change that is disowned takes it along.
  const asked = await db.query<{ is_told: boolean }>(
    `with asked as (
       select count(*) < $4 as is_told from nana.change_links
        where user_id = $2 and (factor_id is null) = ($3::uuid is null) and ${isOfLast(CHANGE_LINK_SECONDS, 'created_at')}
     ), kept as (
       insert into nana.change_links (token_hash, user_id, factor_id)
       select $1, $2, $3 from asked where is_told or $3::uuid is not null
     )
     select is_told from asked`,
    [storedForm(token), userId, factorId, MOST_IN_A_DAY],
  )
  return asked.rows[0]?.is_told === true ? token : null
}

export interface ChangeLink {
  user_id: string
  /** When the change was made. */
  created_at: string
}

/** Null: it was spent a while ago, is too old, or never was. */
export async function findChangeLink(db: Queryable, token: string): Promise<ChangeLink | null> {
  const found = await db.query<ChangeLink>(
    `select user_id, created_at from nana.change_links
      where token_hash = $1 and created_at > now() - make_interval(secs => $2)
        and (spent_at is null or spent_at > now() - make_interval(secs => $3))`,
    [storedForm(token), CHANGE_LINK_SECONDS, KNOWN_SECONDS_AFTER],
  )
  return found.rows[0] ?? null
}

/** False: it is spent already. The caller has locked the account. */
export async function spendChangeLink(db: Queryable, token: string): Promise<boolean> {
  const spent = await db.query(
    'update nana.change_links set spent_at = now() where token_hash = $1 and spent_at is null',
    [storedForm(token)],
  )
  return spent.rowCount === 1
}

/** Voids the links of the changes so far: the mailbox that they lie in may be a stranger's. */
export async function voidChangeLinks(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from nana.change_links where user_id = $1', [userId])
}

/** What the database keeps: whoever reads it can't make the link. */
function storedForm(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
