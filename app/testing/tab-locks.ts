import type { Locks } from '../device/turns/in-one-tab.ts'

interface Held {
  clientId: string
  /** Rejects the request of whoever holds the lock. */
  take: (reason: DOMException) => void
}

interface Waiting {
  held: Held
  begin: () => void
}

/**
 * The locks that the tabs of one phone share, as browsers have them and Node 20 hasn't: one holder at a time and the
 * others in line. A holder that is stolen from goes on without knowing, while its request rejects. Each request counts
 * as that of another tab, except those `inTab`.
 */
export class TabLocks implements Locks {
  readonly #held = new Map<string, Held>()
  readonly #lines = new Map<string, Waiting[]>()
  #requests = 0

  async request<T>(
    name: string,
    options: LockOptions | LockGrantedCallback<T>,
    callback?: LockGrantedCallback<T>,
  ): Promise<Awaited<T>> {
    this.#requests += 1
    return await this.#request(`tab ${this.#requests}`, name, options, callback)
  }

  /** The same locks for a tab that asks more than once. */
  inTab(clientId: string): Locks {
    return {
      request: <T>(
        name: string,
        options: LockOptions | LockGrantedCallback<T>,
        callback?: LockGrantedCallback<T>,
      ) => this.#request(clientId, name, options, callback),
      query: () => this.query(),
    }
  }

  async #request<T>(
    clientId: string,
    name: string,
    options: LockOptions | LockGrantedCallback<T>,
    callback?: LockGrantedCallback<T>,
  ): Promise<Awaited<T>> {
    const [{ signal, steal = false, ifAvailable = false }, work] =
      typeof options === 'function' ? [{}, options] : [options, callback as LockGrantedCallback<T>]
    const held: Held = { clientId, take: () => {} }
    signal?.throwIfAborted()
    if (steal) this.#held.get(name)?.take(new DOMException('Stolen', 'AbortError'))
    else if (ifAvailable && this.#held.has(name)) return await work(null)
    else if (this.#held.has(name)) await this.#turn(name, held, signal)
    return await this.#hold(name, held, work)
  }

  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.#held].map(([name, { clientId }]) => ({ name, clientId })) }
  }

  async #hold<T>(name: string, held: Held, work: LockGrantedCallback<T>): Promise<Awaited<T>> {
    const { promise: stolen, reject: take } = withReject()
    held.take = take
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
    else this.#held.set(name, next.held)
    next?.begin()
  }

  /** Resolves when the lock is passed on to this one; rejects when `signal` aborts before. */
  async #turn(name: string, held: Held, signal?: AbortSignal): Promise<void> {
    const line = this.#lines.get(name) ?? []
    this.#lines.set(name, line)
    await new Promise<void>((begin, reject) => {
      const waiting = { held, begin }
      line.push(waiting)
      signal?.addEventListener('abort', () => {
        if (line.includes(waiting)) line.splice(line.indexOf(waiting), 1)
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
