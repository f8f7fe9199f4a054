import { join } from 'node:path'
import { killPostgres } from '../../crash/world/kill-postgres.ts'
import { runningPostgres } from '../../server/db/postgres-process.ts'
import { freePort } from '../../server/testing/server-child.ts'
import { askJson } from './asking.ts'
import type { Etcd } from './etcd.ts'
import type { Part, Place } from './place.ts'

/** Two machines with a PostgreSQL each: Patroni makes one the primary, and the other its synchronous standby. */
export interface Postgres {
  machines: readonly Machine[]
  /** The machine of the primary, or null while there is none. */
  primary(): Promise<Machine | null>
  /** Whether there is a primary whose commits wait for the other one. */
  isWhole: () => Promise<boolean>
}

interface Machine {
  name: string
  port: number
  /** Where Patroni tells a balancer which part this machine has. */
  statusPort: number
  patroni: Part
  /** Kills PostgreSQL alone: Patroni lives, and sees it. */
  killDatabase(): Promise<void>
  /** Kills Patroni and PostgreSQL, as a machine that is switched off. Nobody says so to anyone. */
  switchOff(): Promise<void>
}

/** How the roles of a throw-away cluster sign in. */
export interface Passwords {
  owner: string
  replication: string
}

interface Member {
  name: string
  role: string
  state: string
}

export async function startPostgres(
  place: Place,
  etcd: Etcd,
  bin: string,
  passwords: Passwords,
): Promise<Postgres> {
  const machines: Machine[] = []
  for (const name of ['postgres-1', 'postgres-2']) {
    const folder = place.folder(name)
    const own = { name, port: await freePort(), statusPort: await freePort(), folder }
    const config = place.write(`${name}.json`, patroniConfig(own, etcd.hosts, bin, passwords))
    // Its own files lie in this folder, too: among them the one with the passwords that PostgreSQL's tools are given.
    const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' }
    const patroni = place.part(name, { command: '/usr/bin/patroni', args: [config], env })
    const killDatabase = async () => {
      const pid = await runningPostgres({ clusterDir: join(folder, 'data') })
      if (pid !== null) await killPostgres(pid)
    }
    place.atEnd(killDatabase)
    machines.push({
      ...own,
      patroni,
      killDatabase,
      async switchOff() {
        await patroni.kill()
        await killDatabase()
      },
    })
  }

  /** What any of them knows of all. */
  async function members(): Promise<Member[]> {
    for (const { statusPort } of machines) {
      // Patroni answers so.
      const answer = (await askJson(`http://127.0.0.1:${statusPort}/cluster`)) as { members: Member[] } | null
      if (answer !== null) return answer.members
    }
    return []
  }

  return {
    machines,
    async primary() {
      const leader = (await members()).find((member) => member.role === 'leader' && isUp(member))
      return machines.find(({ name }) => name === leader?.name) ?? null
    },
    async isWhole() {
      const all = await members()
      const has = (role: string) => all.some((member) => member.role === role && isUp(member))
      return has('leader') && has('sync_standby')
    },
  }
}

/** Later Patronis say of a standby what it does. */
function isUp({ state }: Member): boolean {
  return state === 'running' || state === 'streaming'
}

interface Own {
  name: string
  port: number
  statusPort: number
  folder: string
}

/** Patroni reads YAML, of which JSON is a part. */
export function patroniConfig(
  own: Own,
  etcdHosts: readonly string[],
  bin: string,
  passwords: Passwords,
): string {
  const address = `127.0.0.1:${own.port}`
  const statusAddress = `127.0.0.1:${own.statusPort}`
  return JSON.stringify({
    scope: 'nana',
    name: own.name,
    log: { level: 'INFO' },
    restapi: { listen: statusAddress, connect_address: statusAddress },
    etcd3: { hosts: etcdHosts },
    bootstrap: {
      dcs: {
        // A primary that says nothing for so long has fallen. Patroni takes no less.
        ttl: 20,
        loop_wait: 1,
        // Together with the above it must fit twice into `ttl`. etcd chooses a new leader meanwhile.
        retry_timeout: 8,
        // What was acknowledged is on both machines' disks, and only one that has it all may take over.
        synchronous_mode: true,
        // A primary that fell isn't waited for: the other one takes over at once.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 120,
            shared_buffers: '64MB',
            max_wal_size: '256MB',
            wal_keep_size: '128MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(own.folder, 'data'),
      bin_dir: bin,
      pgpass: join(own.folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.owner },
        replication: { username: 'replication', password: passwords.replication },
        rewind: { username: 'rewind', password: passwords.replication },
      },
      parameters: { unix_socket_directories: own.folder },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replication 127.0.0.1/32 scram-sha-256',
      ],
    },
  })
}
