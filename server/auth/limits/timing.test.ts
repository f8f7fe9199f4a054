import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

// Nobody must learn from a clock who has an account, so answers for a known and an unknown address take equally long.

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    AUTH_SIGNUP: 'on',
    AUTH_EMAIL_CONFIRMATION: 'on',
    AUTH_MAIL_INTERVAL: '0',
  })
})
afterAll(() => server.stop())

const PAIRS = 40
const ATTEMPTS = 4

type Ask = (email: string) => Promise<unknown>
const post = (path: string, body: object) => server.ask(`/auth/v1/${path}`, { method: 'POST', body })

it.each<[string, Ask]>([
  ['sign-in', (email) => post('token?grant_type=password', { email, password: 'nonsense' })],
  ['recovery', (email) => post('recover', { email })],
  ['magic link', (email) => post('otp', { email })],
  ['sign-up', (email) => post('signup', { email, password: 'siesta-larga-y-buena' })],
  ['sending again', (email) => post('resend', { type: 'signup', email })],
  ['wrong code', (email) => post('verify', { type: 'recovery', email, token: '000000' })],
])('%s takes as long for an unknown address as for a known one', async (_, ask) => {
  const { email } = await server.createAccount()
  const ratios: number[] = []
  // Other work of the machine may spoil a measurement, so a single good one is enough: a real difference spoils all.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const ratio = await ratioOfMedians(
      () => ask(email),
      () => ask(`${randomUUID()}@example.com`),
    )
    ratios.push(ratio)
    if (ratio >= 0.67 && ratio <= 1.5) return
  }
  expect.fail(`known to unknown: ${ratios.join(', ')}`)
})

/** How much longer `a` takes than `b`. They are measured in turns, so that a slow moment falls on both. */
async function ratioOfMedians(a: () => Promise<unknown>, b: () => Promise<unknown>): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const which of order) {
      const start = performance.now()
      await (which === 0 ? a() : b())
      times[which].push(performance.now() - start)
    }
  }
  return median(times[0]) / median(times[1])
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
