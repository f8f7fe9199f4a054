import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type EngineDatabase, onEachEngine } from './on-each-engine.ts'

const DESCRIBE = readFileSync(new URL('describe-schema.sql', import.meta.url), 'utf8')
const HEAD = `-- What the migrations add up to: to be read, never to be run. \`npm run schema\` writes it anew.
-- Accounts (the schema auth) are not in it: hosted Supabase has its own, and server/db/platform makes ours like them.
-- Of that folder is what lies in the schema nana, which hosted Supabase has no need of.
`

onEachEngine((db) => {
  it('holds what schema.sql says', async () => {
    await expect(await schemaOf(db), '`npm run schema` writes supabase/schema.sql anew').toMatchFileSnapshot(
      '../schema.sql',
    )
  })

  it('has nothing that schema.sql has no words for: whoever makes the first has it drawn', async () => {
    const { rows } = await db.pool.query(
      `select c.relname, a.attname from pg_class c
         join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('nana', 'public')
         left join pg_attribute a on a.attrelid = c.oid and (a.attidentity <> '' or a.attacl is not null)
        where c.relkind = 'r' and (c.relforcerowsecurity or a.attname is not null)`,
    )
    expect(rows).toEqual([])
  })
})

async function schemaOf({ pool }: EngineDatabase): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local search_path to ''`)
    const { rows } = await client.query<{ block: string }>(DESCRIBE)
    await client.query('rollback')
    return [HEAD, ...rows.map(({ block }) => `${block}\n`)].join('\n')
  } finally {
    client.release()
  }
}
