import type pg from 'pg'
import * as v from 'valibot'
import { keptList, listedMoment } from './kept-list.ts'

type Queryable = Pick<pg.Pool, 'query'>

const entrySchema = v.object({ id_hash: v.string(), ended_at: listedMoment })

/** Accesses to a family that were ended. Of each nothing is known but a hash of both ids. */
export type EndedAccesses = v.InferOutput<typeof entrySchema>[]

const list = keptList('ended-accesses.json', entrySchema, 'qué accesos a una familia se han quitado')

export const readEnded = list.read

const LISTED = 'select * from jsonb_to_recordset($1::jsonb) as l (id_hash text, ended_at timestamptz)'

/**
 * Writes down, beside the database, which accesses are ended there. One that the database doesn't know stays on the
 * list, and one that was let in anew leaves it. Looked at is what has changed since the latest entry, and in the hour
 * before: an access ends when its transaction began, which may end after another's.
 */
export async function keepEnded(db: Queryable, dataDir: string): Promise<void> {
  const listed = await list.read(dataDir)
  const { rows } = await db.query<EndedAccesses[number]>(
    `with l as (${LISTED}), g as (
       select * from public.hashed_accesses(
         coalesce((select max(ended_at) from l) - interval '1 hour', '-infinity'))
     )
     select id_hash, greatest(g.ended_at, l.ended_at) as ended_at from g full join l using (id_hash)
      where g.ended_at is not null or g.granted_at is null or g.granted_at <= l.ended_at
      order by ended_at, id_hash`,
    [JSON.stringify(listed)],
  )
  if (JSON.stringify(rows) !== JSON.stringify(listed)) await list.write(dataDir, rows)
}

/** Ends again, in the transaction of a restore, what was ended since the backup was made. Answers how many. */
export async function endAgain(db: Queryable, listed: EndedAccesses): Promise<number> {
  const { rowCount } = await db.query(
    `select public.end_grant(g.family_id, g.account_id, 'ended')
       from public.hashed_accesses('-infinity') as g join (${LISTED}) as l using (id_hash)
      where g.ended_at is null and g.granted_at <= l.ended_at`,
    [JSON.stringify(listed)],
  )
  return rowCount ?? 0
}
