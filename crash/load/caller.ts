import { setTimeout as sleep } from 'node:timers/promises'

/** What came of a call: an answer, or nobody there for it. */
export interface Outcome {
  status: number
  body: unknown
}

/** No answer at all, or one that says «not now»: a phone sends the same again. */
export function isAway({ status }: Outcome): boolean {
  return status === 0 || status === 429 || status === 502 || status === 503 || status === 504
}

export type Call = (
  path: string,
  init?: { method?: string; token?: string; body?: object },
) => Promise<Outcome>

/** A server that is away for a minute may hold a call for a while, but none for so long. */
const LONGEST_MS = 30_000
const PAUSE_MS = 10
/** Whoever waits for a server that never comes back ends the run. */
export const PATIENCE_MS = 120_000

/** `always` are headers of each call. */
export function createCall(
  url: string,
  anonKey: string,
  always: Readonly<Record<string, string>> = {},
): Call {
  return async (path, { method = 'GET', token, body } = {}) => {
    const headers = {
      apikey: anonKey,
      'Content-Type': 'application/json',
      'X-Supabase-Api-Version': '2024-01-01',
      ...always,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    }
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
    } catch {
      return { status: 0, body: null }
    }
  }
}

/** Asks the same again until there is an answer, or nobody wants it any more. Throws when there never is one. */
export async function insist(
  ask: () => Promise<Outcome>,
  isWanted: () => boolean,
  pauseMs = PAUSE_MS,
): Promise<Outcome> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const outcome = await ask()
    if (!isAway(outcome) || !isWanted()) return outcome
    await sleep(pauseMs)
  }
  throw new Error('El servidor no vuelve')
}
