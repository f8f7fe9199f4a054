import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../supabase/tests/test-server.ts'

// Nobody learns from a clock who has an account: the answers for a known and an unknown address take as long.

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
])('%s', async (_, ask) => {
  const { email } = await server.createAccount()
  const ratios: number[] = []
  // Whatever else the machine does may spoil one measurement, never a difference that is there.
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

/** Taken in turns, so that a slow moment falls on both. */
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
