import { freePort } from '../../server/testing/server-child.ts'
import { isListening } from './asking.ts'
import type { Part, Place } from './place.ts'

/** The ports at which the balancer takes calls. */
export interface Doors {
  /** For phones: leads to a server that is ready. */
  phones: number
  /** For servers: leads to a pooler. */
  poolers: number
  /** For servers: leads to the primary alone. */
  primary: number
  /** For poolers: leads to the primary and, as long as there is none, to the standby, which only reads. */
  database: number
}

/** Where it may lead to. */
export interface Behind {
  servers: readonly number[]
  poolers: readonly number[]
  databases: readonly { port: number; statusPort: number }[]
}

export async function chooseDoors(): Promise<Doors> {
  return {
    phones: await freePort(),
    poolers: await freePort(),
    primary: await freePort(),
    database: await freePort(),
  }
}

export function startBalancer(place: Place, doors: Doors, behind: Behind): Part {
  const config = place.write('haproxy.cfg', balancerConfig(doors, behind))
  return place.part('haproxy', { command: '/usr/sbin/haproxy', args: ['-db', '-f', config] })
}

export async function isBalancing({ phones, poolers, primary, database }: Doors): Promise<boolean> {
  return (await Promise.all([phones, poolers, primary, database].map(isListening))).every(Boolean)
}

/**
 * Four doors. Two things in here are not what one writes first. While nobody is ready, because nothing can be written,
 * phones are led to whoever is alive: it still reads. And connections that lead to the standby are cut as soon as there
 * is a primary, because a pooler would keep them.
 */
export function balancerConfig(doors: Doors, { servers, poolers, databases }: Behind): string {
  const each = <T>(all: readonly T[], line: (one: T, number: number) => string) =>
    all.map((one, index) => `  ${line(one, index + 1)}`).join('\n')
  return `global
  maxconn 4000
defaults
  mode tcp
  option redispatch 1
  retries 3
  timeout connect 2s
  timeout check 4s
  timeout client 30m
  timeout server 30m
  default-server inter 1s fall 2 rise 1

frontend phones
  mode http
  bind 127.0.0.1:${doors.phones}
  # A phone waits 25 s for a change.
  timeout client 60s
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend alive
backend ready
  mode http
  timeout server 60s
  balance roundrobin
  option httpchk GET /ready
${each(servers, (port, number) => `server nana-${number} 127.0.0.1:${port} check`)}
backend alive
  mode http
  timeout server 60s
  balance roundrobin
  option httpchk GET /alive
${each(servers, (port, number) => `server nana-${number} 127.0.0.1:${port} check`)}

listen poolers
  bind 127.0.0.1:${doors.poolers}
  balance leastconn
${each(poolers, (port, number) => `server pgbouncer-${number} 127.0.0.1:${port} check`)}

listen primary
  bind 127.0.0.1:${doors.primary}
  option httpchk GET /primary
${each(databases, ({ port, statusPort }, number) => `server postgres-${number} 127.0.0.1:${port} check port ${statusPort} on-marked-down shutdown-sessions`)}
backend standby
  option httpchk GET /replica
${each(databases, ({ port, statusPort }, number) => `server postgres-${number} 127.0.0.1:${port} check port ${statusPort}`)}
listen database
  bind 127.0.0.1:${doors.database}
${each(databases, ({ port }, number) => `server postgres-${number} 127.0.0.1:${port} track primary/postgres-${number} on-marked-down shutdown-sessions on-marked-up shutdown-backup-sessions`)}
${each(databases, ({ port }, number) => `server standby-${number} 127.0.0.1:${port} track standby/postgres-${number} on-marked-down shutdown-sessions backup`)}
`
}
