import type pg from 'pg'
import * as v from 'valibot'
import { keptList, listedMoment } from './kept-list.ts'

type Queryable = Pick<pg.Pool, 'query'>

const entrySchema = v.object({ salt: v.string(), id_hash: v.string(), erased_at: listedMoment })

/** Accounts that were deleted. Of each nothing is known but a hash of its id. */
export type ErasedAccounts = v.InferOutput<typeof entrySchema>[]

const list = keptList('erased-accounts.json', entrySchema, 'qué cuentas se han borrado')

export const readErased = list.read

/** Writes down, beside the database, which accounts it has deleted. What is on the list stays there. */
export async function keepErased(db: Queryable, dataDir: string): Promise<void> {
  const known = await db.query<{ known: boolean }>(
    `select to_regclass('nana.erased_accounts') is not null as known`,
  )
  if (!known.rows[0]?.known) return
  const { rows } = await db.query<ErasedAccounts[number]>(
    'select salt, id_hash, erased_at from nana.erased_accounts',
  )
  const listed = await list.read(dataDir)
  const hashes = new Set(listed.map(({ id_hash }) => id_hash))
  const missing = rows.filter(({ id_hash }) => !hashes.has(id_hash))
  if (missing.length > 0) await list.write(dataDir, [...listed, ...missing])
}

/**
 * Deletes again, in the transaction of a restore, what was deleted since the backup was made. Answers how many. An
 * account that was made after that, under the same id, is another one: whoever moves families here from elsewhere
 * brings their ids along, and maybe twice. The moment it was made is this server's own, which no call can state.
 */
export async function eraseAgain(db: Queryable, listed: ErasedAccounts): Promise<number> {
  await db.query(
    `insert into nana.erased_accounts (salt, id_hash, erased_at)
     select * from jsonb_to_recordset($1::jsonb) as e (salt text, id_hash text, erased_at timestamptz)
     on conflict do nothing`,
    [JSON.stringify(listed)],
  )
  const { rowCount } = await db.query(
    `delete from auth.users u using nana.erased_accounts e
      where e.id_hash = encode(sha256(convert_to(e.salt || u.id, 'UTF8')), 'hex') and u.created_at <= e.erased_at`,
  )
  return rowCount ?? 0
}
