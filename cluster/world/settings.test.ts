import { describe, expect, it } from 'vitest'
import { balancerConfig } from './balancer.ts'
import { etcdArguments } from './etcd.ts'
import { patroniConfig } from './patroni.ts'
import { poolerConfig } from './poolers.ts'

// The programs themselves are proved by `npm run cluster`. Here is what they are told, which needs none of them.

const DOORS = { phones: 1, poolers: 2, primary: 3, database: 4 }
const BEHIND = {
  servers: [11, 12, 13],
  poolers: [21, 22],
  databases: [
    { port: 31, statusPort: 41 },
    { port: 32, statusPort: 42 },
  ],
}

describe('the balancer', () => {
  const sections = new Map(
    balancerConfig(DOORS, BEHIND)
      .split(/^(?=\w)/m)
      .map((section) => [section.split('\n')[0] ?? '', section]),
  )
  const linesOf = (name: string) =>
    (sections.get(name) ?? '').split('\n').flatMap((line) => (/^ {2}server /.test(line) ? [line.trim()] : []))

  it('leads phones to whoever is ready, and to whoever is alive while nobody is', () => {
    expect(sections.get('frontend phones')).toContain('use_backend ready if { nbsrv(ready) gt 0 }')
    expect(sections.get('frontend phones')).toContain('default_backend alive')
    expect([linesOf('backend ready').length, linesOf('backend alive').length]).toEqual([3, 3])
  })

  it('leads past the poolers to the primary alone, by what Patroni says of it', () => {
    expect(sections.get('listen primary')).toContain('option httpchk GET /primary')
    expect(linesOf('listen primary')).toEqual([
      'server postgres-1 127.0.0.1:31 check port 41 on-marked-down shutdown-sessions',
      'server postgres-2 127.0.0.1:32 check port 42 on-marked-down shutdown-sessions',
    ])
  })

  it('leads poolers to the standby as long as there is no primary, and away from it when there is', () => {
    const database = linesOf('listen database')
    expect(database.filter((line) => line.endsWith(' backup'))).toHaveLength(2)
    expect(database.filter((line) => line.includes('on-marked-up shutdown-backup-sessions'))).toHaveLength(2)
    expect(database.every((line) => line.includes('on-marked-down shutdown-sessions'))).toBe(true)
  })
})

it('each member of etcd knows all three, and listens on its own ports', () => {
  const members = [1, 2, 3].map((n) => ({ name: `etcd-${n}`, clientPort: 100 + n, peerPort: 200 + n }))
  const [first] = members
  if (first === undefined) throw new Error('no member')
  const told = etcdArguments(first, members, '/data').join(' ')
  expect(told).toContain('--listen-client-urls http://127.0.0.1:101 ')
  expect(told).toContain(
    '--initial-cluster etcd-1=http://127.0.0.1:201,etcd-2=http://127.0.0.1:202,etcd-3=http://127.0.0.1:203 ',
  )
})

it('Patroni keeps what was acknowledged on both machines, and never waits longer than it may', () => {
  const own = { name: 'postgres-1', port: 31, statusPort: 41, folder: '/postgres-1' }
  const told = JSON.parse(patroniConfig(own, ['127.0.0.1:101'], '/bin', { owner: 'a', replication: 'b' }))
  const { dcs } = told.bootstrap
  expect(dcs).toMatchObject({ synchronous_mode: true, primary_start_timeout: 0, ttl: 20 })
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl)
  expect(told.postgresql.pg_hba.every((line: string) => line.endsWith(' scram-sha-256'))).toBe(true)
})

it('PgBouncer shares connections out by transactions, and looks soon for a database that was away', () => {
  const told = poolerConfig(21, 4, '/users.txt')
  expect(told).toContain('pool_mode = transaction')
  expect(told).toContain('server_login_retry = 1')
  expect(told).toContain('* = host=127.0.0.1 port=4\n')
})
