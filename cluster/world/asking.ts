import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const ANSWER_WITHIN_MS = 3_000
const LOOK_EVERY_MS = 200
/** A cluster that isn't whole by then never will be. */
const PATIENCE_MS = 180_000

/** Resolves to what a part's own interface answers, or null where it doesn't. */
export async function askJson(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

export async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return isThere
}

/** Waits for something that others bring about. Throws, with what `explain` says, when they never do. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  interrupted: AbortSignal,
  explain: () => Promise<string> = async () => '',
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    interrupted.throwIfAborted()
    if (performance.now() > deadline) throw new Error(`No llega: ${what}. ${await explain()}`)
    await sleep(LOOK_EVERY_MS)
  }
}
