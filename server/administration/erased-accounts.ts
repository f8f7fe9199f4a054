import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import * as v from 'valibot'
import { makeFolders } from '../settings/data-dir.ts'
import { Refusal } from './accounts.ts'

type Queryable = Pick<pg.Pool, 'query'>

const listSchema = v.array(v.object({ salt: v.string(), id_hash: v.string(), erased_at: v.string() }))

/** Accounts that were deleted. Of each nothing is known but a hash of its id. */
export type ErasedAccounts = v.InferOutput<typeof listSchema>

/**
 * The list lies beside the database, because a backup is restored where the database was lost, and may be older than a
 * deletion.
 */
function listFile(dataDir: string): string {
  return join(dataDir, 'erased-accounts.json')
}

/**
 * Reads the list of a data folder. Throws a Refusal when it is damaged: restoring without it would revive accounts.
 */
export async function readErased(dataDir: string): Promise<ErasedAccounts> {
  const file = listFile(dataDir)
  if (!existsSync(file)) return []
  const list = v.safeParse(v.pipe(v.string(), v.parseJson(), listSchema), await readFile(file, 'utf8'))
  if (list.success) return list.output
  throw new Refusal(
    `${file} está dañado: dice qué cuentas se han borrado. Recupéralo de una copia, o quítalo si pueden volver.`,
  )
}

/** Writes down, beside the database, which accounts it has deleted. What is on the list stays there. */
export async function keepErased(db: Queryable, dataDir: string): Promise<void> {
  const known = await db.query<{ known: boolean }>(
    `select to_regclass('nana.erased_accounts') is not null as known`,
  )
  if (!known.rows[0]?.known) return
  const { rows } = await db.query<ErasedAccounts[number]>(
    'select salt, id_hash, erased_at from nana.erased_accounts',
  )
  const listed = await readErased(dataDir)
  const hashes = new Set(listed.map(({ id_hash }) => id_hash))
  const missing = rows.filter(({ id_hash }) => !hashes.has(id_hash))
  if (missing.length === 0) return
  makeFolders(dataDir)
  const draft = `${listFile(dataDir)}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(`${JSON.stringify([...listed, ...missing], null, 1)}\n`)
  // Written by an administrator as root, it has to stay the server's.
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() === 0) await handle.chown(uid, gid)
  await handle.sync()
  await handle.close()
  await rename(draft, listFile(dataDir))
}

/** Deletes again, in the transaction of a restore, what was deleted since the backup was made. Answers how many. */
export async function eraseAgain(db: Queryable, listed: ErasedAccounts): Promise<number> {
  await db.query(
    `insert into nana.erased_accounts (salt, id_hash, erased_at)
     select * from jsonb_to_recordset($1::jsonb) as e (salt text, id_hash text, erased_at timestamptz)
     on conflict do nothing`,
    [JSON.stringify(listed)],
  )
  const { rowCount } = await db.query(
    `delete from auth.users u using nana.erased_accounts e
      where e.id_hash = encode(sha256(convert_to(e.salt || u.id, 'UTF8')), 'hex')`,
  )
  return rowCount ?? 0
}
