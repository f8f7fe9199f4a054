import type pg from 'pg'
import { printFailure } from '../log/lines.ts'
import type { Config } from '../settings/config.ts'
import { type KeyVersions, storedKeyVersions, storeKeyVersions } from '../settings/secrets.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * Makes the file of secrets and the database agree on the versions of the API keys: the higher ones count, for either
 * may have been brought back from a copy. A file that can't be written is no reason to go on with keys that were taken
 * back, nor to stop.
 */
export async function agreeOnKeyVersions(db: Queryable, config: Config): Promise<KeyVersions> {
  const versions = await raise(db, await storedKeyVersions(config))
  await storeKeyVersions(config, versions).catch((error: unknown) =>
    printFailure(
      'keys_not_stored',
      { message: 'No se han podido apuntar las versiones de las claves' },
      error,
    ),
  )
  return versions
}

/** Makes the next versions of the keys that are named. `db` is a transaction. Servers are told when it commits. */
export async function nextKeyVersions(
  db: Queryable,
  config: Config,
  which: { anon: boolean; service: boolean },
): Promise<KeyVersions> {
  const before = await raise(db, await storedKeyVersions(config))
  await tellServers(db)
  return raise(db, {
    anonVersion: before.anonVersion + Number(which.anon),
    serviceVersion: before.serviceVersion + Number(which.service),
  })
}

/** Makes every server on this database read its keys again, once the transaction `db` commits. */
export async function tellServers(db: Queryable): Promise<void> {
  await db.query(`select pg_notify('nana_keys', '')`)
}

async function raise(db: Queryable, stored: KeyVersions): Promise<KeyVersions> {
  const { anonVersion, serviceVersion } = stored
  const { rows } = await db.query<{ role: string; version: number }>(
    `insert into nana.key_versions as v (role, version) values ('anon', $1), ('service_role', $2)
         on conflict (role) do update set version = greatest(v.version, excluded.version)
      returning role, version`,
    [anonVersion, serviceVersion],
  )
  const versionOf = (role: string) => rows.find((row) => row.role === role)?.version ?? 1
  return { anonVersion: versionOf('anon'), serviceVersion: versionOf('service_role') }
}
