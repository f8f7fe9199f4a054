import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { onEachEngine } from './on-each-engine.ts'

const named = [...readFileSync('docs/privacy.md', 'utf8').matchAll(/`((?:auth|nana|public)\.\w+)`/g)].map(
  ([, table]) => table,
)

onEachEngine((db) => {
  it('docs/privacy.md says of every table what is kept of people in it, and names none that isn’t there', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'supabase_migrations')
          and c.relkind in ('r', 'p', 'm', 'f') order by 1`,
    )
    expect(rows.length).toBeGreaterThan(20)
    expect(new Set(named)).toEqual(new Set(rows.map(({ name }) => name)))
  })
})
