import type pg from 'pg'
import * as v from 'valibot'
import { keptList, listedMoment } from './kept-list.ts'

type Queryable = Pick<pg.Pool, 'query'>

const entrySchema = v.object({
  id_hash: v.string(),
  event: v.picklist(['joined', 'changed', 'ended', 'left']),
  at: listedMoment,
  ends_at: listedMoment,
  /** Lists of before don't say it. */
  lowered_to: v.nullish(v.picklist(['viewer', 'consultant']), null),
})

/**
 * Accesses to a family that have an end, or that let somebody only read who was a carer: what was done last to each,
 * and when. It goes by a hash of both ids.
 */
export type EndedAccesses = v.InferOutput<typeof entrySchema>[]

const list = keptList('ended-accesses.json', entrySchema, 'qué accesos a una familia se han quitado')

export const readEnded = list.read

/**
 * Stands for no end: versions of before, to which one may go back, refuse a list with an access that has none. It lies
 * after every end that somebody would name, and a day before the latest that `public.hashed_accesses()` tells, which is
 * 9998-12-31: that one has to stay an end, because a consultant's access needs one.
 */
const NO_END = `timestamptz '9998-12-30Z'`

const LISTED = `select id_hash, event, at, nullif(ends_at, ${NO_END}) as ends_at, lowered_to
  from jsonb_to_recordset($1::jsonb)
    as listed (id_hash text, event text, at timestamptz, ends_at timestamptz, lowered_to text)`

/**
 * Writes down, beside the database, which accesses have an end or were lowered. Of what the list says of an access and
 * what the database says of it the later counts, so that an older database takes nothing off the list.
 */
export async function keepEnded(db: Queryable, dataDir: string): Promise<void> {
  const listed = await list.read(dataDir)
  const { rows } = await db.query<EndedAccesses[number]>(
    `select id_hash, event, at, coalesce(ends_at, ${NO_END}) as ends_at, lowered_to from (
       select distinct on (id_hash) * from (
         select id_hash, event, at, ends_at, lowered_to from public.hashed_accesses() union all ${LISTED}
       ) as said order by id_hash, at desc, ends_at nulls last, lowered_to nulls last
     ) as latest where ends_at is not null or lowered_to is not null order by at, id_hash`,
    [JSON.stringify(listed)],
  )
  if (JSON.stringify(rows) !== JSON.stringify(listed)) await list.write(dataDir, rows)
}

/**
 * Gives accesses, in the transaction of a restore, the earlier end and the lower role that they have got since the
 * backup was made, and says in the family's history what was done then. Answers how many.
 */
export async function endAgain(db: Queryable, listed: EndedAccesses): Promise<number> {
  const { rowCount } = await db.query(
    `with changed as (
       update public.access_grants as g
       set until = case when l.event in ('ended', 'left') then g.until
           else coalesce(least(l.ends_at, known.ends_at), g.until) end,
         ended_at = case when l.event in ('ended', 'left') then l.ends_at else g.ended_at end,
         role = case when g.role = 'carer' then coalesce(l.lowered_to, g.role) else g.role end
       from public.hashed_accesses() as known join (${LISTED}) as l using (id_hash)
       where g.family_id = known.family_id and g.account_id = known.account_id and l.at >= known.at
         and (l.ends_at < coalesce(known.ends_at, 'infinity')
           or (g.role = 'carer' and g.ended_at is null and l.lowered_to is not null))
       returning g.family_id, g.account_id, l.event, l.at, g.role, g.name, g.until
     ), told as (
       insert into public.access_history (family_id, account_id, event, at, role, name, until)
       select * from changed returning family_id, account_id
     )
     select public.tell_access_change(family_id, account_id) from told`,
    [JSON.stringify(listed)],
  )
  return rowCount ?? 0
}
