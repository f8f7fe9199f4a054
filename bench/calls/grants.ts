import { createFamilies, type Family } from '../family.ts'
import type { BenchServer } from '../server.ts'
import { atLeast, type Row, ratio } from '../table.ts'
import { saturate, type WireRequest } from './load.ts'
import { askRequest, insertRequest, readRequest } from './requests.ts'
import { inTurns, medianRatio } from './turns.ts'

/** As many families let an account in. The last is a consultant's or a kindergarten's. */
const GRANTS = [1, 5, 50]
/** Each account reads and writes for itself, because the changes of one family wait for each other. */
const ACCOUNTS = 4
const RECORDS = 2_500
const ROUNDS = 25
const SLICE_MS = 300

/** Measures what the families that let an account in cost it while it reads and writes its own. */
export async function measureGrants(server: BenchServer, say: (text: string) => void): Promise<Row[]> {
  say('lecturas e inserciones de una cuenta a la que dejan entrar otras familias')
  const alone = await createFamilies(server, 'alone', ACCOUNTS, RECORDS)
  const guests = await createFamilies(server, 'guest', ACCOUNTS, RECORDS)
  const hosts = await createFamilies(server, 'host', Math.max(...GRANTS), 0)
  const rows: Row[] = []
  for (const [step, grants] of GRANTS.entries()) {
    for (const host of hosts.slice(GRANTS[step - 1] ?? 0, grants))
      for (const guest of guests) await letIn(server, host, guest)
    for (const [what, request] of Object.entries(REQUESTS)) {
      const perSecond = (families: readonly Family[]) => async () =>
        (
          await saturate(
            server.port,
            families.map((family) => request(family)),
            SLICE_MS,
          )
        ).perSecond
      const share = medianRatio(await inTurns(ROUNDS, [perSecond(guests), perSecond(alone)]))
      rows.push(atLeast(`${what}: con ${grants} familias ajenas frente a ninguna`, 0.95, share, ratio))
    }
  }
  return rows
}

const REQUESTS: Readonly<Record<string, (family: Family) => WireRequest>> = {
  'leer 200 registros propios': readRequest,
  'preguntar si hay algo nuevo': askRequest,
  'insertar un registro propio': insertRequest,
}

async function letIn(server: BenchServer, host: Family, guest: Family): Promise<void> {
  const { token } = await call(server, host, 'invite_to_family', {
    role: 'viewer',
    name: 'Abuela',
    until: null,
  })
  await call(server, guest, 'accept_invitation', { token })
}

async function call(server: BenchServer, { headers }: Family, name: string, body: object) {
  const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  return response.json()
}
