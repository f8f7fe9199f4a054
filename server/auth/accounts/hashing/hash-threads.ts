import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

/** What a thread does: a new hash, or a comparison with one of argon2 or of bcrypt. */
export type HashJob =
  | { kind: 'hash'; password: string; options: Options }
  | { kind: 'argon2' | 'bcrypt'; password: string; stored: string }

export interface HashThreads {
  /** Resolves to the hash. Rejects when its thread ends before it is done. */
  hash: (password: string, options: Options) => Promise<string>
  /** Resolves to whether `stored` is a hash of the password. Rejects like `hash`, and for what is no such hash. */
  compare: (kind: 'argon2' | 'bcrypt', password: string, stored: string) => Promise<boolean>
}

const PROGRAM = new URL('./hashing-thread.mjs', import.meta.url)

/**
 * Hashes passwords in threads of a low priority: a storm of sign-ins takes what others leave of the processors, and
 * holds no request up. There are as many threads as there were jobs at once; idle, they keep no process alive.
 *
 * @param program what a thread runs.
 */
export function createHashThreads(program: URL = PROGRAM): HashThreads {
  const idle = new Set<Worker>()

  function begin(): Worker {
    // Some of what a process is begun with, as the kind of its program, is refused to a thread.
    const thread = new Worker(program, { execArgv: [] })
    // One that fails ends. Whoever waits for it hears so, and the next job begins another.
    thread.on('error', () => {}).on('exit', () => idle.delete(thread))
    return thread
  }

  async function run(job: HashJob): Promise<unknown> {
    const [thread = begin()] = idle
    idle.delete(thread)
    thread.ref()
    const answer = await answerOf(thread, job)
    thread.unref()
    idle.add(thread)
    return answer
  }

  return {
    hash: async (password, options) => String(await run({ kind: 'hash', password, options })),
    compare: async (kind, password, stored) => (await run({ kind, password, stored })) === true,
  }
}

async function answerOf(thread: Worker, job: HashJob): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const answered = once(thread, 'message', { signal })
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Error('A thread that hashes passwords has ended')
  })
  thread.postMessage(job)
  try {
    const [answer] = await Promise.race([answered, ended])
    return answer
  } finally {
    settled.abort()
  }
}
