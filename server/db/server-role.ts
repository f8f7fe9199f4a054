import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { MIGRATION_LOCK } from './migrate.ts'

/** The name in the embedded database. Others may hold several, with a role each: roles belong to all of them. */
export const SERVER_ROLE = 'nana_server'

export interface ServerLogin {
  user: string
  /** Null: the system itself says who is at the other end of the socket. */
  password: string | null
}

/**
 * Makes the role that the server works as, with what its statements need and nothing else: it owns nothing,
 * and has the rights of the API's roles only while a request takes one. `client` is the owner's. Throws where the owner
 * may not make roles.
 */
export async function makeServerRole(client: ClientBase, isEmbedded: boolean): Promise<ServerLogin> {
  const { rows } = await client.query<{ tables: string; role: string }>(
    `select current_database() || (select string_agg(oid::text, ',' order by oid) from pg_class
              where relkind = 'r' and relnamespace in (to_regnamespace('auth')::oid, to_regnamespace('nana')::oid))
              || (select string_agg(oid::text, ',' order by oid) from pg_class
                   where oid = to_regclass('public.sync_state'))
              || (select string_agg(oid::text, ',' order by oid) from pg_proc
                   where oid in (to_regprocedure('nana.prune_security_log(integer)'),
                                 to_regprocedure('public.delete_account(uuid)'),
                                 to_regprocedure('public.invitation_of(text)'),
                                 to_regprocedure('public.void_invitations(uuid)'),
                                 to_regprocedure('public.hashed_accesses()'))) as tables,
            '${SERVER_ROLE}_' || left(md5(current_database()), 8) as role`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL has not said what tables there are')
  const user = isEmbedded ? SERVER_ROLE : found.role
  const grants = grantsTo(user)
  const mark = createHash('sha256').update(`${grants} ${found.tables}`).digest('hex')
  if (isEmbedded && (await markOf(client, user)) === mark) return { user, password: null }
  await client.query('begin')
  try {
    // Two servers that start together would change the same rows of the catalogue.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const password = isEmbedded ? null : await passwordIn(client)
    const known = await client.query('select from pg_roles where rolname = $1', [user])
    if (known.rowCount === 0) await client.query(`create role ${escapeIdentifier(user)} login noinherit`)
    if (password !== null) await keepPassword(client, user, password)
    await client.query(grants)
    if (isEmbedded) await client.query(`comment on role ${escapeIdentifier(user)} is ${escapeLiteral(mark)}`)
    await client.query('commit')
    return { user, password }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Says for which tables, and which rights, the role was made: as long as they are the same nothing is to be done. */
async function markOf(client: ClientBase, user: string): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = $1`,
    [user],
  )
  return rows[0]?.mark ?? null
}

/** It lies in the database, where only its owner reads it, because all servers on it have to know the same one. */
async function passwordIn(client: ClientBase): Promise<string> {
  await client.query('insert into nana.server_login (password) values ($1) on conflict do nothing', [
    randomBytes(24).toString('base64url'),
  ])
  const { rows } = await client.query<{ password: string }>('select password from nana.server_login')
  return rows[0]?.password ?? ''
}

/** PostgreSQL is sent what proves the password and not the password, which its log might keep. */
async function keepPassword(client: ClientBase, user: string, password: string): Promise<void> {
  await client.query(
    `alter role ${escapeIdentifier(user)} login noinherit password ${escapeLiteral(scramOf(password))}`,
  )
}

function scramOf(password: string): string {
  const rounds = 4096
  // The same at each start: a pooler signs in with what it has learnt of the one before. The password is random enough.
  const salt = createHmac('sha256', password).update('nana server salt').digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyOf = (what: string) => createHmac('sha256', salted).update(what).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

/** Said again when there are other tables, functions or rights than before. */
function grantsTo(user: string): string {
  const role = escapeIdentifier(user)
  const policy = `read by ${user}`
  return `
    do $$ begin execute format('grant connect on database %I to %I', current_database(), ${escapeLiteral(user)}); end $$;
    grant anon, authenticated, service_role to ${role};
    grant usage on schema public, auth, nana to ${role};
    grant select, insert, update, delete on all tables in schema auth to ${role};
    grant select, insert, update, delete on nana.ended_sessions, nana.change_links, nana.recovery_codes to ${role};
    grant select, insert, update on nana.this_server, nana.key_versions, nana.schedules to ${role};
    grant select on nana.erased_accounts to ${role};
    grant insert on nana.security_log to ${role};
    grant select, insert, delete on nana.invited_sign_ups to ${role};
    grant select, insert, update, delete on nana.limits to ${role};
    grant execute on function nana.prune_security_log(integer), public.delete_account(uuid),
      public.invitation_of(text), public.void_invitations(uuid), public.hashed_accesses() to ${role};
    grant select on public.sync_state to ${role};
    do $$ begin
      if not exists (select from pg_policy where polname = ${escapeLiteral(policy)}) then
        create policy ${escapeIdentifier(policy)} on public.sync_state for select to ${role} using (true);
      end if;
    end $$`
}
