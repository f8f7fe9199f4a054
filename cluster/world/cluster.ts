import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { until } from './asking.ts'
import { chooseDoors, type Doors, isBalancing, startBalancer } from './balancer.ts'
import { type Etcd, startEtcd } from './etcd.ts'
import { type Postgres, startPostgres } from './patroni.ts'
import { makePlace, type Part, type Place } from './place.ts'
import { choosePoolerPorts, LET_IN, POOLER_ROLE, type Poolers, startPoolers } from './poolers.ts'
import { chooseServerPorts, type Servers, startServers } from './servers.ts'

/** Nana on many machines, each of which is a process here. */
export interface Cluster {
  /** Where phones call. */
  url: string
  anonKey: string
  etcd: Etcd
  postgres: Postgres
  poolers: Poolers
  servers: Servers
  /** Connects to the database as its owner. */
  connectionString: string
  /** Waits until nothing is away any more. */
  whole(interrupted: AbortSignal): Promise<void>
  /** What its parts have said lately. */
  said: () => Promise<string>
  stop(): Promise<void>
}

const DATABASE = 'nana'
const OWNER = 'nana'

/** `bin` is the folder of PostgreSQL's programs. */
export async function startCluster(
  bin: string,
  interrupted: AbortSignal,
  onStep: (text: string) => void,
): Promise<Cluster> {
  const place = makePlace()
  try {
    return await startParts(place, bin, interrupted, onStep)
  } catch (error) {
    await place.remove()
    throw error
  }
}

async function startParts(
  place: Place,
  bin: string,
  interrupted: AbortSignal,
  onStep: (text: string) => void,
): Promise<Cluster> {
  const [superuser, replication, owner, pooler] = [password(), password(), password(), password()]
  const etcd = await startEtcd(place)
  await until(etcd.isWhole, 'etcd con sus tres miembros', interrupted, () => saidBy(etcd.members))
  onStep('etcd: tres miembros')

  const postgres = await startPostgres(place, etcd, bin, { owner: superuser, replication })
  const machines = postgres.machines.map(({ patroni }) => patroni)
  await until(postgres.isWhole, 'PostgreSQL con su copia síncrona', interrupted, () => saidBy(machines))
  onStep('Patroni: un PostgreSQL primario y una copia síncrona')

  const doors = await chooseDoors()
  const poolerPorts = await choosePoolerPorts()
  const serverPorts = await chooseServerPorts()
  const balancer = startBalancer(place, doors, {
    servers: serverPorts,
    poolers: poolerPorts,
    databases: postgres.machines,
  })
  await until(() => isBalancing(doors), 'HAProxy', interrupted, balancer.said)
  const asSuperuser = addressOf('postgres', superuser, doors.primary, 'postgres')
  // Before it has looked, a balancer takes everybody for well, and leads to one after the other.
  const leadsToPrimary = async () => (await isWritable(asSuperuser)) && (await isWritable(asSuperuser))
  await until(leadsToPrimary, 'HAProxy lleva al primario', interrupted, balancer.said)
  await makeDatabase(doors, superuser, owner, pooler)

  const poolers = startPoolers(place, poolerPorts, doors.database, pooler)
  await until(poolers.isWhole, 'los dos PgBouncer', interrupted, () => saidBy(poolers.parts))
  const ways = {
    databaseUrl: addressOf(OWNER, owner, doors.poolers, DATABASE),
    directUrl: addressOf(OWNER, owner, doors.primary, DATABASE),
    siteUrl: `http://127.0.0.1:${doors.phones}`,
  }
  await until(
    () => isWritable(ways.databaseUrl),
    'HAProxy lleva a PgBouncer',
    interrupted,
    () => saidBy(poolers.parts),
  )
  onStep('HAProxy y dos PgBouncer')

  const servers = await startServers(place, serverPorts, ways, interrupted)
  const parts = [...etcd.members, ...machines, ...poolers.parts, ...servers.parts, balancer]
  const isWhole = async () => {
    const all = [etcd.isWhole(), postgres.isWhole(), poolers.isWhole(), servers.isWhole()]
    return (await Promise.all(all)).every(Boolean)
  }
  onStep('tres servidores')
  return {
    url: ways.siteUrl,
    anonKey: servers.anonKey,
    etcd,
    postgres,
    poolers,
    servers,
    connectionString: ways.directUrl,
    whole: (signal) => until(isWhole, 'el conjunto entero', signal, () => saidBy(parts)),
    said: () => saidBy(parts),
    stop: () => place.remove(),
  }
}

async function makeDatabase(doors: Doors, superuser: string, owner: string, pooler: string): Promise<void> {
  const roles = `create role ${OWNER} superuser login password '${owner}'; create role ${POOLER_ROLE} login password '${pooler}'`
  await asOwner(addressOf('postgres', superuser, doors.primary, 'postgres'), [
    roles,
    `create database ${DATABASE} owner ${OWNER}`,
  ])
  await asOwner(addressOf('postgres', superuser, doors.primary, DATABASE), [LET_IN])
}

async function asOwner(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function isWritable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads')
    return rows[0]?.reads === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function saidBy(parts: readonly Part[]): Promise<string> {
  const all = await Promise.all(parts.map(async (part) => `${part.name} dice:\n${await part.said()}`))
  return all.join('\n')
}

function addressOf(user: string, secret: string, port: number, database: string): string {
  return `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`
}

function password(): string {
  return randomBytes(18).toString('base64url')
}
