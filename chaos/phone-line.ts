import type { ServerResponse } from 'node:http'
import type { PhoneClock } from './commands.ts'
import { type Random, randomFrom } from './random.ts'
import { type Fate, someFate, type Weather } from './weather.ts'

/** How often calls met what. */
export type FateCounts = Partial<Record<Fate, number>>

/** The line between one phone and the server. */
export class PhoneLine {
  weather: Weather = 'clear'
  fixedNow: string | null = null
  clock: PhoneClock = { kind: 'right' }
  readonly counts: FateCounts = {}
  /** One line of the trace per call; set when somebody reads it. */
  onCall: ((text: string) => void) | null = null
  private readonly random: Random
  /** Calls that hang in the air. */
  private readonly held = new Set<ServerResponse>()
  /** Calls the server is yet to hear of, each with what delivers it. */
  private readonly late = new Set<() => Promise<void>>()

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  nextFate(isTable: boolean): Fate {
    const fate = someFate(this.random, this.weather)
    // A refresh that comes minutes late means another phone with a stolen token: that ends a session by design.
    // The sign-in API says 401 to nobody, and a refused refresh is no weather. Who waits for news waits anyway.
    const chosen = !isTable && (fate === 'late' || fate === '401') ? 'slow' : fate
    this.counts[chosen] = (this.counts[chosen] ?? 0) + 1
    return chosen
  }

  delayMs(most: number): number {
    return this.random.between(0, most)
  }

  hold(response: ServerResponse): void {
    this.held.add(response)
    response.once('close', () => this.held.delete(response))
  }

  /** What hangs breaks off, as when the phone changes to another network. */
  dropHeld(): void {
    for (const response of this.held) response.socket?.destroy()
    this.held.clear()
  }

  deliverLater(deliver: () => Promise<void>, afterMs: number): void {
    const once = async () => {
      clearTimeout(timer)
      if (this.late.delete(once)) await deliver()
    }
    const timer = setTimeout(() => void once(), afterMs)
    this.late.add(once)
  }

  /** The stragglers arrive now. */
  async deliverAllLate(): Promise<void> {
    for (const deliver of this.late) await deliver()
  }
}
