import type { Timers } from '../device/turns/timers.ts'

interface Due {
  at: number
  work: () => void
}

/** Time that passes when the test says so. */
export class HandTimers implements Timers {
  #now = 0
  #sleptMs = 0
  readonly #due = new Set<Due>()

  now(): number {
    return this.#now
  }

  phoneNow(): number {
    return this.#now + this.#sleptMs
  }

  after(ms: number, work: () => void): () => void {
    const due = { at: this.#now + ms, work }
    this.#due.add(due)
    return () => this.#due.delete(due)
  }

  /** The phone sleeps for `ms` milliseconds: its clock goes on, and what is due waits. */
  sleep(ms: number): void {
    this.#sleptMs += ms
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
