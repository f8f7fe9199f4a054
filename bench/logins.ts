import { createFamily, type Family } from './family.ts'
import { pace, type Request, saturate } from './load.ts'
import type { BenchServer } from './server.ts'
import { percentile } from './statistics.ts'
import { atMost, figure, milliseconds, type Row, ratio } from './table.ts'
import { readRequest } from './throughput.ts'

const LOGINS_AT_ONCE = 10
const ROUNDS = 3
const SLICE_MS = 4_000
/** A hundred reads a second. */
const READ_EVERY_MS = 10

export async function measureReadsDuringLogins(
  server: BenchServer,
  say: (text: string) => void,
): Promise<Row[]> {
  say('reads while others sign in')
  const family = await createFamily(server, 'logins@example.org', 250)
  const read = readRequest(family)
  const logins = Array<Request>(LOGINS_AT_ONCE).fill(loginRequest(family))
  const readFor = () => pace(server.port, read, READ_EVERY_MS, SLICE_MS)
  await readFor()
  const idle: number[] = []
  const busy: number[] = []
  let loginsPerSecond = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(...(await readFor()))
    const [took, rate] = await Promise.all([readFor(), saturate(server.port, logins, SLICE_MS)])
    busy.push(...took)
    loginsPerSecond = rate
  }
  const [idleP99, busyP99] = [percentile(idle, 0.99), percentile(busy, 0.99)]
  return [
    atMost(
      `reads' p99 while ${LOGINS_AT_ONCE} logins run at once, against idle`,
      2,
      busyP99 / idleP99,
      ratio,
    ),
    figure(
      "reads' p99 idle, busy; median idle, busy",
      [idleP99, busyP99, percentile(idle, 0.5), percentile(busy, 0.5)].map(milliseconds).join(', '),
    ),
    figure('logins meanwhile', `${loginsPerSecond.toFixed(1)}/s`),
  ]
}

function loginRequest({ email, password, headers: { apikey } }: Family): Request {
  const body = JSON.stringify({ email, password })
  const text = `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: ${apikey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  return () => text
}
