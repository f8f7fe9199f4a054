import type { Phones } from './load/phones.ts'
import { DEEDS, type Deed, type Done, longestWaitMs } from './load/waits.ts'
import type { Cluster } from './world/cluster.ts'
import type { Part } from './world/place.ts'

/** How long a phone waited at most, for each thing that it does. */
type Waits = Readonly<Record<Deed, number>>

/** What came of one fall. */
export interface Fall {
  /** What fell, in words. */
  what: string
  kind: FallKind
  /** Until every phone was served again. To hear of a change is counted from the tap of who made it. */
  waits: Waits
  /** While what had fallen came back. */
  returning: Waits
  /** Until everything was there again. */
  wholeMs: number
}

export const FALL_KINDS = ['postgres', 'server', 'pgbouncer', 'etcd'] as const
export type FallKind = (typeof FALL_KINDS)[number]

/** What is promised to phones. */
const MOST_READ_MS = 10_000
const MOST_SAVE_MS = 30_000

/** Kills something, and answers what it was and how it comes back. */
type Kill = (cluster: Cluster, round: number) => Promise<{ what: string; restart: () => void }>

const KILLS: Readonly<Record<FallKind, Kill>> = {
  async postgres({ postgres }, round) {
    const primary = await postgres.primary()
    if (primary === null) throw new Error('No hay ningún primario que matar.')
    // By turns the machine and its PostgreSQL alone, of which Patroni hears at once.
    if (round % 2 === 0) {
      await primary.killDatabase()
      return { what: `el PostgreSQL primario (${primary.name})`, restart: () => undefined }
    }
    await primary.switchOff()
    return { what: `la máquina del primario (${primary.name})`, restart: () => primary.patroni.start() }
  },
  server: ({ servers }, round) => killOneOf(servers.parts, round),
  pgbouncer: ({ poolers }, round) => killOneOf(poolers.parts, round),
  async etcd({ etcd }) {
    const leader = await etcd.leader()
    if (leader === null) throw new Error('etcd no tiene quien lo dirija.')
    await leader.kill()
    return { what: `quien dirige etcd (${leader.name})`, restart: () => leader.start() }
  },
}

async function killOneOf(parts: readonly Part[], round: number): ReturnType<Kill> {
  const part = parts[round % parts.length]
  if (part === undefined) throw new Error('No hay nada que matar.')
  await part.kill()
  return { what: part.name, restart: () => part.start() }
}

/** Kills once, under load, waits until every phone is served again, and then until the cluster is whole. */
export async function playFall(
  kind: FallKind,
  round: number,
  cluster: Cluster,
  phones: Phones,
  interrupted: AbortSignal,
): Promise<Fall> {
  phones.take()
  const fallAt = performance.now()
  const { what, restart } = await KILLS[kind](cluster, round)
  const done = await phones.served(fallAt, interrupted)
  restart()
  await cluster.whole(interrupted)
  const wholeAt = performance.now()
  return {
    what,
    kind,
    waits: waitsOf(done, fallAt),
    returning: waitsOf(phones.take(), fallAt),
    wholeMs: wholeAt - fallAt,
  }
}

function waitsOf(done: readonly Done[], fallAt: number): Waits {
  const [read, save, hear] = DEEDS.map((deed) => longestWaitMs(done, deed, fallAt))
  return { read: read ?? 0, save: save ?? 0, hear: hear ?? 0 }
}

/** Returns which promises a fall has broken, in words. */
export function brokenBy({ what, waits, returning }: Fall): string[] {
  const broken: [boolean, string][] = [
    [waits.read > MOST_READ_MS, 'las lecturas tardan en volver'],
    [waits.save > MOST_SAVE_MS, 'los guardados tardan en volver'],
    [returning.read > MOST_READ_MS, 'una lectura espera demasiado mientras vuelve'],
    [returning.save > MOST_SAVE_MS, 'un guardado espera demasiado mientras vuelve'],
  ]
  return broken.filter(([isBroken]) => isBroken).map(([, words]) => `cae ${what}: ${words}`)
}
