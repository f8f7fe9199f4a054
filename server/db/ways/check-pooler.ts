import type pg from 'pg'

/** Which server this is, what of it is open, and by which clock answers are written. */
const WHERE = `select pg_postmaster_start_time()::timestamptz(0) at time zone 'UTC' as since,
                      current_database() as database, current_setting('TimeZone') as zone`

interface Where {
  since: string
  database: string
  zone: string
}

/** Throws when the pooler leads elsewhere than `direct`, or doesn't keep what its clients tell it. */
export async function checkPooler(direct: pg.ClientBase, pooled: pg.Pool): Promise<void> {
  const [here] = (await direct.query<Where>(WHERE)).rows
  const [there] = (await pooled.query<Where>(WHERE)).rows
  if (here?.since !== there?.since || here?.database !== there?.database) {
    throw new Error('DATABASE_URL y DATABASE_DIRECT_URL no llevan a la misma base de datos.')
  }
  if (there?.zone !== 'UTC') {
    throw new Error(`el pooler de DATABASE_URL no guarda la zona horaria de sus clientes (${there?.zone}).`)
  }
}
