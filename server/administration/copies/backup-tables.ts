import type { Queryable } from '../../auth/accounts/users.ts'

/** A table whose rows a backup holds. The names are already quoted for use in SQL. */
export interface BackupTable {
  name: string
  /** Generated columns are left out, because the database computes them again. */
  columns: { name: string; type: string }[]
}

/**
 * What lives for a while only: sessions with their ways of signing in, what proves a person by mail, through a provider
 * or by a code, and the links by which families let others in. A backup goes without their rows, and those in a backup
 * of the first versions are left out when it is restored: a session that was ended since, or a link that was spent,
 * would live again.
 */
export const SHORT_LIVED: ReadonlySet<string> = new Set([
  'auth.flow_state',
  'auth.mfa_amr_claims',
  'auth.mfa_challenges',
  'auth.one_time_tokens',
  'auth.sessions',
  'public.access_invitations',
])

/** Ends what else was under way when a backup was made: changes of an address, and factors that were being set up. */
export const END_PENDING = `
  update auth.users
     set confirmation_token = default, recovery_token = default, reauthentication_token = default,
         email_change = default, email_change_token_new = default, email_change_token_current = default,
         email_change_confirm_status = default, phone_change = default, phone_change_token = default
   where concat(confirmation_token, recovery_token, reauthentication_token, email_change, email_change_token_new,
                email_change_token_current, phone_change, phone_change_token) <> '';
  delete from auth.mfa_factors where status = 'unverified'`

interface TableRow {
  name: string
  columns: BackupTable['columns']
  /** The tables that its foreign keys refer to. */
  needs: string[]
}

/**
 * Lists every table of accounts and of the product. A table comes after those that it refers to, so that rows can be
 * inserted in this order.
 */
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

/** Lists the migrations that made the tables. A backup is restored only where the same ones were applied. */
export async function appliedVersions(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ version: string }>(
    `select 'platform ' || version as version from nana.platform_migrations
      union all select version from supabase_migrations.schema_migrations order by 1`,
  )
  return rows.map(({ version }) => version)
}
