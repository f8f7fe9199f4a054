import type { ServerResponse } from 'node:http'
import type { PhoneClock } from '../program/commands.ts'
import { type Random, randomFrom } from '../program/random.ts'
import { type Fate, someFate, type Weather } from '../program/weather.ts'

/** Counts how many calls met each fate. */
export type FateCounts = Partial<Record<Fate, number>>

/** The line between one phone and the server decides what becomes of each call. */
export class PhoneLine {
  weather: Weather = 'clear'
  fixedNow: string | null = null
  clock: PhoneClock = { kind: 'right' }
  readonly counts: FateCounts = {}
  /** Takes one line of the trace per call; it is null when nobody reads the trace. */
  onCall: ((text: string) => void) | null = null
  /** Is told of each call that sets out for the server, and then of its answer. */
  listen: (() => (answer: string) => void) | null = null
  private readonly random: Random
  /** These calls hang: their phones wait for an answer that may never come. */
  private readonly held = new Set<ServerResponse>()
  /** The server is yet to hear of these calls; each function delivers one. */
  private readonly late = new Set<() => Promise<void>>()

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  nextFate(isTable: boolean): Fate {
    const fate = someFate(this.random, this.weather)
    // A refresh that comes minutes late looks like another phone with a stolen token, which ends the session by design.
    // The auth API says 401 to nobody, so such an answer would only mislead the app. A call for news waits anyway.
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

  /** Breaks off the calls that hang, as when the phone changes to another network. */
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

  /** Delivers all late calls now. */
  async deliverAllLate(): Promise<void> {
    for (const deliver of this.late) await deliver()
  }
}
