import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { ConfigError } from '../settings/environment.ts'
import { ADMIN_COMMAND } from '../settings/paths.ts'

type Queryable = Pick<pg.Pool, 'query'>

/** What a database knows of the server that it belongs to. */
export interface ThisServer {
  siteUrl: string
  secretsFingerprint: string
}

/** Tells whether two servers have the same secret, without telling anything else about it. */
export function fingerprintOf(jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update('nana secrets fingerprint').digest('base64url')
}

/** Answers null where no server of ours has started yet. */
export async function serverOf(db: Queryable): Promise<ThisServer | null> {
  const known = await db.query<{ known: boolean }>(
    `select to_regclass('nana.this_server') is not null as known`,
  )
  if (!known.rows[0]?.known) return null
  const { rows } = await db.query<ThisServer>(
    'select site_url as "siteUrl", secrets_fingerprint as "secretsFingerprint" from nana.this_server',
  )
  return rows[0] ?? null
}

/**
 * Notes that the database belongs to the server with these secrets. Throws when it belongs to one with others: each of
 * them would refuse the other one's sessions, and end them.
 */
export async function claimDatabase(
  db: Queryable,
  { siteUrl, secretsFingerprint }: ThisServer,
): Promise<void> {
  // Of two servers that start at once the second waits here, and then finds the first one's row.
  const { rowCount } = await db.query(
    `insert into nana.this_server as present (site_url, secrets_fingerprint) values ($1, $2)
     on conflict (only_row) do update set site_url = excluded.site_url
      where present.secrets_fingerprint = excluded.secrets_fingerprint`,
    [siteUrl, secretsFingerprint],
  )
  if (rowCount === 0) throw new ConfigError(OTHER_SECRETS)
}

/** Lets the server with these secrets start from now on, and no other. */
export async function takeOverDatabase(
  db: Queryable,
  { siteUrl, secretsFingerprint }: ThisServer,
): Promise<void> {
  await db.query(
    `insert into nana.this_server (site_url, secrets_fingerprint) values ($1, $2)
     on conflict (only_row) do update
       set site_url = excluded.site_url, secrets_fingerprint = excluded.secrets_fingerprint`,
    [siteUrl, secretsFingerprint],
  )
}

/** The database's own server has other secrets from now on. */
export async function keepFingerprint(db: Queryable, secretsFingerprint: string): Promise<void> {
  await db.query('update nana.this_server set secrets_fingerprint = $1', [secretsFingerprint])
}

export const OTHER_SECRETS =
  'Esta base de datos es de un servidor con otros secretos: cada uno cerraría las sesiones del otro. ' +
  'Arranca con su DATA_DIR (o su secrets.json) y su JWT_SECRET. ' +
  `Si se han perdido, o los has cambiado, y ningún otro servidor la usa: ${ADMIN_COMMAND} take-over --yes`
