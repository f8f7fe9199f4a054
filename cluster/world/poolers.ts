import { freePort } from '../../server/testing/server-child.ts'
import { isListening } from './asking.ts'
import type { Part, Place } from './place.ts'

/** Two PgBouncers, each of which gives a transaction any of its connections. */
export interface Poolers {
  ports: readonly number[]
  parts: readonly Part[]
  isWhole: () => Promise<boolean>
}

/** The role as which a pooler asks for what it needs to let others in. */
export const POOLER_ROLE = 'pgbouncer'

/** Lets that role, and nobody else, read what proves a password. */
export const LET_IN = `
  create schema pgbouncer;
  create function pgbouncer.lookup(name text) returns table (usename name, passwd text)
    language sql security definer set search_path = pg_catalog
    as 'select usename, passwd from pg_shadow where usename = name';
  revoke all on function pgbouncer.lookup(text) from public;
  grant usage on schema pgbouncer to ${POOLER_ROLE};
  grant execute on function pgbouncer.lookup(text) to ${POOLER_ROLE}`

export async function choosePoolerPorts(): Promise<number[]> {
  return [await freePort(), await freePort()]
}

export function startPoolers(
  place: Place,
  ports: readonly number[],
  databasePort: number,
  password: string,
): Poolers {
  const users = place.write('users.txt', `"${POOLER_ROLE}" "${password}"\n`)
  const parts = ports.map((port, index) => {
    const name = `pgbouncer-${index + 1}`
    const config = place.write(`${name}.ini`, poolerConfig(port, databasePort, users))
    return place.part(name, { command: '/usr/sbin/pgbouncer', args: ['-q', config] })
  })
  return {
    ports,
    parts,
    isWhole: async () => (await Promise.all(ports.map(isListening))).every(Boolean),
  }
}

/** All that is not said here is as Debian has it. */
export function poolerConfig(port: number, databasePort: number, users: string): string {
  return `[databases]
* = host=127.0.0.1 port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${POOLER_ROLE}
auth_query = select usename, passwd from pgbouncer.lookup($1)
pool_mode = transaction
max_client_conn = 500
default_pool_size = 15
; Where no database was a moment ago one may be now. Usually 15 s.
server_login_retry = 1
server_connect_timeout = 3
; A call that has waited for so long is told to come again. Usually two minutes.
query_wait_timeout = 3
`
}
