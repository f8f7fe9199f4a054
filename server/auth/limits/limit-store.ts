import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { CLOCK_SKEW_SECONDS } from '../calls/clock-skew.ts'

type Queryable = Pick<pg.Pool, 'query'>

/**
 * What limits count, shared by all processes on one database. The database's clock is the only one, because those of
 * several machines differ. Each call is a statement of its own, also beside a transaction: what was counted stays
 * counted when that is rolled back.
 */
export interface LimitStore {
  /**
   * Reserves `stepMs` of the time of `key`, which begins now or where the last reservation ends. Refused where it would
   * end later than `horizonMs` from now. `ms` says how far from now the last reservation ends.
   */
  reserve(key: string, stepMs: number, horizonMs: number): Promise<{ isGiven: boolean; ms: number }>
  /** Counts one, and returns how many there are within a time that begins with the first, and what is left of it. */
  count(key: string, seconds: number): Promise<{ points: number; ms: number }>
  /** Takes one back. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
  note(key: string, seconds: number): Promise<void>
  isNoted(key: string): Promise<boolean>
  /** Takes one of so many places for a time; false when none is free. */
  takePlace(name: string, places: number, seconds: number): Promise<boolean>
  hasPlace(name: string, places: number, seconds: number): Promise<boolean>
  /** A key that doesn't tell what it is made of. Nobody who reads the database finds an address or an account in it. */
  keyOf(kind: string, ...of: string[]): string
}

const ofMs = (parameter: string) => `${parameter}::float8 * interval '1 millisecond'`
const ofSeconds = (parameter: string) => `${parameter}::float8 * interval '1 second'`
const MS_LEFT = (until: string) => `(extract(epoch from ${until} - now()) * 1000)::float8`

/**
 * Whether a row still counts. One that would count for longer than it can at most is of a clock that was ahead and has
 * been set back: it would hold people back for as long.
 */
const stillCounts = (until: string, atMost: string) =>
  `(${until} > now() and ${until} <= now() + ${atMost} + ${ofSeconds(String(CLOCK_SKEW_SECONDS))})`

const RESERVED_UNTIL = `case when ${stillCounts('l.until', ofMs('$3'))} then l.until else now() end + ${ofMs('$2')}`
const RESERVE = {
  name: 'limits-reserve',
  text: `with reserved as (
           insert into nana.limits as l (key, until) values ($1, now() + ${ofMs('$2')})
           on conflict (key) do update set until = ${RESERVED_UNTIL}
             where ${RESERVED_UNTIL} <= now() + ${ofMs('$3')}
           returning until)
         select (select true from reserved) is true as given,
                ${MS_LEFT(`coalesce((select until from reserved), (select until from nana.limits where key = $1), now())`)} as ms`,
}
const COUNT = {
  name: 'limits-count',
  text: `insert into nana.limits as l (key, points, until) values ($1, 1, now() + ${ofSeconds('$2')})
         on conflict (key) do update set
           points = case when ${stillCounts('l.until', ofSeconds('$2'))} then l.points + 1 else 1 end,
           until = case when ${stillCounts('l.until', ofSeconds('$2'))} then l.until else excluded.until end
         returning points, ${MS_LEFT('until')} as ms`,
}
const TAKE_BACK = {
  name: 'limits-take-back',
  text: 'update nana.limits set points = points - 1 where key = $1 and points > 0',
}
const FORGET = { name: 'limits-forget', text: 'delete from nana.limits where key = $1' }
const NOTE = {
  name: 'limits-note',
  text: `insert into nana.limits (key, until) values ($1, now() + ${ofSeconds('$2')})
         on conflict (key) do update set until = excluded.until`,
}
const IS_NOTED = {
  name: 'limits-is-noted',
  text: 'select from nana.limits where key = $1 and until > now()',
}
const TAKE_PLACE = {
  name: 'limits-take-place',
  text: `insert into nana.limits as l (key, until)
         select key, now() + ${ofSeconds('$3')}
           from (select $1 || ' ' || place as key from generate_series(1, $2::int) place) as places
          where not exists (select from nana.limits taken
                             where taken.key = places.key and ${stillCounts('until', ofSeconds('$3'))})
          limit 1
         on conflict (key) do update set until = excluded.until where not ${stillCounts('l.until', ofSeconds('$3'))}`,
}
const FREE_PLACES = {
  name: 'limits-free-places',
  text: `select $2::int - count(*)::int as free from nana.limits
          where starts_with(key, $1 || ' ') and ${stillCounts('until', ofSeconds('$3'))}`,
}

/** @param secret makes the keys; processes with the same one share their limits. */
export function createLimitStore(db: Queryable, secret: string): LimitStore {
  const hasPlace: LimitStore['hasPlace'] = async (...values) => {
    const { rows } = await db.query<{ free: number }>({ ...FREE_PLACES, values })
    return (rows[0]?.free ?? 0) > 0
  }
  return {
    async reserve(key, stepMs, horizonMs) {
      const values = [key, stepMs, horizonMs]
      const { rows } = await db.query<{ given: boolean; ms: number }>({ ...RESERVE, values })
      return { isGiven: rows[0]?.given === true, ms: rows[0]?.ms ?? 0 }
    },
    async count(key, seconds) {
      const { rows } = await db.query<{ points: number; ms: number }>({ ...COUNT, values: [key, seconds] })
      return rows[0] ?? { points: 1, ms: 0 }
    },
    async takeBack(key) {
      await db.query({ ...TAKE_BACK, values: [key] })
    },
    async forget(key) {
      await db.query({ ...FORGET, values: [key] })
    },
    async note(key, seconds) {
      await db.query({ ...NOTE, values: [key, seconds] })
    },
    async isNoted(key) {
      return (await db.query({ ...IS_NOTED, values: [key] })).rowCount !== 0
    },
    async takePlace(name, places, seconds) {
      // Somebody else may take the same place at the same moment, while others are still free.
      do {
        const { rowCount } = await db.query({ ...TAKE_PLACE, values: [name, places, seconds] })
        if (rowCount !== 0) return true
      } while (await hasPlace(name, places, seconds))
      return false
    },
    hasPlace,
    keyOf: (kind, ...of) =>
      `${kind} ${createHmac('sha256', secret)
        .update(['nana limits', kind, ...of].join('\0'))
        .digest('base64url')}`,
  }
}

/** The kind of the keys that note from where an account was signed in to. */
export const KNOWN = 'known'

/** Beyond so many, those go that are forgotten next: whoever makes up addresses or accounts takes no more room. */
const REMEMBERED_KEYS = 500_000

/** Whatever would count for longer is of a clock that has been set back. */
const LONGEST = `interval '31 days'`

/** Forgets what counts no more, and whatever is too much. */
export async function forgetOldLimits(db: Queryable, rememberedKeys = REMEMBERED_KEYS): Promise<void> {
  await db.query(`delete from nana.limits where until < now() or until > now() + ${LONGEST}`)
  // From where accounts were signed in to is known for a month: looked at together with counts, which last an hour at
  // most, it would leave none of them.
  for (const isKnown of [true, false]) {
    await db.query(
      `delete from nana.limits where starts_with(key, '${KNOWN} ') = $2 and until <=
         (select until from nana.limits where starts_with(key, '${KNOWN} ') = $2 order by until desc offset $1 limit 1)`,
      [rememberedKeys, isKnown],
    )
  }
}
