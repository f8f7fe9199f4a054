import type { Locks } from '../device/turns/in-one-tab.ts'

interface Held {
  /** Rejects the request of whoever holds the lock. */
  take: (reason: DOMException) => void
}

/**
 * The locks that the tabs of one phone share, as browsers have them and Node 20 hasn't: one holder at a time and the
 * others in line. A holder that is stolen from goes on without knowing, while its request rejects.
 */
export class TabLocks implements Locks {
  readonly #held = new Map<string, Held>()
  readonly #lines = new Map<string, (() => void)[]>()

  async request<T>(
    name: string,
    options: LockOptions | LockGrantedCallback<T>,
    callback?: LockGrantedCallback<T>,
  ): Promise<Awaited<T>> {
    const [{ signal, steal = false }, work] =
      typeof options === 'function' ? [{}, options] : [options, callback as LockGrantedCallback<T>]
    if (steal) this.#held.get(name)?.take(new DOMException('Stolen', 'AbortError'))
    else await this.#turn(name, signal)
    return await this.#hold(name, work)
  }

  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.#held.keys()].map((name) => ({ name })) }
  }

  async #hold<T>(name: string, work: LockGrantedCallback<T>): Promise<Awaited<T>> {
    const { promise: stolen, reject: take } = withReject()
    const held = { take }
    this.#held.set(name, held)
    try {
      return await Promise.race([Promise.resolve(work({ name, mode: 'exclusive' })), stolen])
    } finally {
      if (this.#held.get(name) === held) {
        this.#passOn(name)
      }
    }
  }

  /** Nobody comes between the holder and the next in line. */
  #passOn(name: string): void {
    const next = this.#lines.get(name)?.shift()
    if (next === undefined) this.#held.delete(name)
    else this.#held.set(name, { take: () => undefined })
    next?.()
  }

  /** Resolves when the lock is free; rejects when `signal` aborts before. */
  async #turn(name: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (!this.#held.has(name)) return
    const line = this.#lines.get(name) ?? []
    this.#lines.set(name, line)
    await new Promise<void>((resolve, reject) => {
      line.push(resolve)
      signal?.addEventListener('abort', () => {
        if (line.includes(resolve)) line.splice(line.indexOf(resolve), 1)
        reject(signal.reason)
      })
    })
  }
}

function withReject(): { promise: Promise<never>; reject: (reason: DOMException) => void } {
  let reject: (reason: DOMException) => void = () => {}
  const promise = new Promise<never>((_resolve, refuse) => {
    reject = refuse
  })
  // Nobody may be waiting for it any more.
  promise.catch(() => undefined)
  return { promise, reject }
}
