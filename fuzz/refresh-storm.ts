import { strict as assert } from 'node:assert'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestServer } from '../server/testing/test-server.ts'

export interface Storm {
  clients: number
  parallel: number
  rounds: number
}

const MOST_CLIENTS = 100
const PARALLEL = 20

/** Makes a storm of about so many requests: a short one has fewer clients, a long one more rounds. */
export function stormOf(requests: number): Storm {
  const clients = Math.min(MOST_CLIENTS, Math.ceil(requests / PARALLEL))
  return { clients, parallel: PARALLEL, rounds: Math.ceil(requests / (clients * PARALLEL)) }
}

/**
 * Every client refreshes with the same token many times at once, round after round: each round has one successor, and
 * nobody is signed out.
 */
export async function refreshStorm(
  server: TestServer,
  { clients, parallel, rounds }: Storm,
  roundDone: (round: number) => void = () => undefined,
): Promise<void> {
  const account = await server.createAccount()
  let tokens = await Promise.all(
    Array.from({ length: clients }, async () => (await server.signIn(account)).refresh_token),
  )
  for (let round = 1; round <= rounds; round += 1) {
    const storm = tokens.map((token) =>
      Promise.all(Array.from({ length: parallel }, () => refreshed(server, token))),
    )
    const successors = (await Promise.all(storm)).map((given) => [...new Set(given)])
    assert.ok(
      successors.every(({ length }) => length === 1),
      `ronda ${round}: más de un sucesor`,
    )
    tokens = successors.flat()
    assert.equal(new Set(tokens).size, clients)
    roundDone(round)
  }
  const { rowCount } = await server.pool.query('select from auth.sessions where user_id = $1', [account.id])
  assert.equal(rowCount, clients)
}

/** Does as the official client: what the server can't take just now is asked again a little later. */
async function refreshed(server: TestServer, token: string): Promise<string> {
  for (let pause = 200; ; pause *= 2) {
    const { status, body } = await server.ask('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: token },
    })
    if (status === 200) return String(body.refresh_token)
    assert.ok(status === 503 && pause < 30_000, JSON.stringify(body))
    await delay(pause)
  }
}
