import type { Queryable } from '../auth/users.ts'

/** A table whose rows a backup holds. Names are quoted for SQL already. */
export interface BackupTable {
  name: string
  /** Without those that the database computes. */
  columns: { name: string; type: string }[]
}

interface TableRow {
  name: string
  columns: BackupTable['columns']
  /** Tables whose rows its own point at. */
  needs: string[]
}

/** Every table of accounts and of the product, those that others point at first. */
export async function backupTables(db: Queryable): Promise<BackupTable[]> {
  const { rows } = await db.query<TableRow>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            (select jsonb_agg(jsonb_build_object(
                      'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
                    order by a.attnum)
               from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            (select coalesce(jsonb_agg(distinct format('%I.%I', tn.nspname, t.relname)), '[]')
               from pg_constraint k join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
              where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('auth', 'public') and c.relkind = 'r' order by 1`,
  )
  return inOrder(rows)
}

function inOrder(tables: TableRow[]): BackupTable[] {
  const ordered: TableRow[] = []
  const place = (table: TableRow) => {
    if (ordered.includes(table)) return
    for (const needed of tables) if (table.needs.includes(needed.name)) place(needed)
    ordered.push(table)
  }
  for (const table of tables) place(table)
  return ordered.map(({ name, columns }) => ({ name, columns }))
}

/** The migrations that made the tables; a backup goes back only where the same ones were applied. */
export async function appliedVersions(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ version: string }>(
    `select 'platform ' || version as version from nana.platform_migrations
      union all select version from supabase_migrations.schema_migrations order by 1`,
  )
  return rows.map(({ version }) => version)
}

/** True when the tables are this server's own: hosted Supabase keeps accounts in its own way. */
export async function isOwnDatabase(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ own: boolean }>(
    `select to_regclass('nana.platform_migrations') is not null as own`,
  )
  return rows[0]?.own === true
}
