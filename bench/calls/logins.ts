import { createFamily } from '../family.ts'
import type { BenchServer } from '../server.ts'
import { median, percentile } from '../statistics.ts'
import { atMost, figure, inSpanish, milliseconds, type Row, ratio } from '../table.ts'
import { pace, saturate, type WireRequest } from './load.ts'
import { loginRequest, readRequest } from './requests.ts'

const LOGINS_AT_ONCE = 10
const ROUNDS = 7
const SLICE_MS = 2_000
/** This makes a hundred reads a second, a pace that leaves an idle server idle most of the time. */
const READ_EVERY_MS = 10

export async function measureReadsDuringLogins(
  server: BenchServer,
  say: (text: string) => void,
): Promise<Row[]> {
  say('lecturas mientras otros inician sesión')
  const family = await createFamily(server, 'logins@example.org', 250)
  const read = readRequest(family)
  const logins = Array<WireRequest>(LOGINS_AT_ONCE).fill(loginRequest(family))
  const readFor = () => pace(server.port, read, READ_EVERY_MS, SLICE_MS)
  await readFor()
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const idle = await readFor()
    const [busy, { perSecond }] = await Promise.all([readFor(), saturate(server.port, logins, SLICE_MS)])
    rounds.push({ idle, busy, loginsPerSecond: perSecond })
  }
  const p99 = (of: 'idle' | 'busy') => median(rounds.map((round) => percentile(round[of], 0.99)))
  const p50 = (of: 'idle' | 'busy') => median(rounds.flatMap((round) => round[of]))
  return [
    atMost(
      `p99 de las lecturas con ${LOGINS_AT_ONCE} accesos a la vez, frente a ninguno`,
      1.5,
      median(rounds.map(({ idle, busy }) => percentile(busy, 0.99) / percentile(idle, 0.99))),
      ratio,
    ),
    figure(
      'p99 sin accesos, con ellos; mediana sin ellos, con ellos',
      [p99('idle'), p99('busy'), p50('idle'), p50('busy')].map(milliseconds).join('; '),
    ),
    figure(
      'accesos mientras tanto',
      `${inSpanish(median(rounds.map((round) => round.loginsPerSecond)), 1)}/s`,
    ),
  ]
}

interface Round {
  /** Says how many milliseconds each read took while nobody signed in. */
  idle: number[]
  /** Says the same of the reads while others signed in. */
  busy: number[]
  loginsPerSecond: number
}
