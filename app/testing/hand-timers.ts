import type { Timers } from '../sync/timers.ts'

interface Due {
  at: number
  work: () => void
}

/** Time that passes when the test says so. */
export class HandTimers implements Timers {
  #now = 0
  readonly #due = new Set<Due>()

  now(): number {
    return this.#now
  }

  after(ms: number, work: () => void): () => void {
    const due = { at: this.#now + ms, work }
    this.#due.add(due)
    return () => this.#due.delete(due)
  }

  /** Lets `ms` milliseconds pass: what falls due by then is called, the earliest first. */
  pass(ms: number): void {
    const end = this.#now + ms
    for (let next = this.#nextBy(end); next !== undefined; next = this.#nextBy(end)) {
      this.#due.delete(next)
      this.#now = next.at
      next.work()
    }
    this.#now = end
  }

  #nextBy(end: number): Due | undefined {
    return [...this.#due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
  }
}
