import { tooBusy } from './errors.ts'

/**
 * The bytes of large bodies that have not come whole yet. A caller may send half of one and stop: without a limit a
 * few hundred of these fill the memory, and nobody has to be signed in for it.
 */
export class BodyBudget {
  private readonly most: number
  private readonly mostOfOne: number
  private held = 0
  private readonly heldBy = new Map<string, number>()

  /** Both are bytes: `most` of everybody's bodies, `mostOfOne` of one address's. */
  constructor(most: number, mostOfOne: number) {
    this.most = most
    this.mostOfOne = mostOfOne
  }

  /** Throws 429 when it would be too much; nothing is held then. */
  hold(address: string, bytes: number): void {
    const own = (this.heldBy.get(address) ?? 0) + bytes
    if (own > this.mostOfOne || this.held + bytes > this.most) throw tooBusy()
    this.held += bytes
    this.heldBy.set(address, own)
  }

  release(address: string, bytes: number): void {
    const own = (this.heldBy.get(address) ?? 0) - bytes
    this.held -= bytes
    if (own > 0) this.heldBy.set(address, own)
    else this.heldBy.delete(address)
  }
}
