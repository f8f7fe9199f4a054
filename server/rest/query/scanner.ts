import type { HttpError } from '../../http/errors.ts'
import { unparseable } from '../refusals/refusals.ts'

/**
 * Reads one parameter from left to right. It remembers the farthest position that any attempt reached and what would
 * have been accepted there, because the refusal names both.
 */
export class Scanner {
  at = 0
  readonly text: string
  readonly #what: string
  #farthest = 0
  #expected: string[] = []
  #unexpected: string | null = null

  /** `what` completes the message «failed to parse …». */
  constructor(what: string, text: string) {
    this.#what = what
    this.text = text
  }

  get ended(): boolean {
    return this.at >= this.text.length
  }

  /** Consumes `literal` and answers true if it is next. `label` is its name in a refusal. */
  take(literal: string, label = `"${literal}"`): boolean {
    if (this.text.startsWith(literal, this.at)) {
      this.at += literal.length
      return true
    }
    this.expect(label, this.at, this.#mismatch(literal))
    return false
  }

  /** Consumes what a sticky expression matches here. Answers null when it does not match. */
  match(pattern: RegExp, label: string): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) {
      this.expect(label)
      return null
    }
    this.at += found.length
    return found
  }

  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    return pattern.test(this.text)
  }

  skipBlanks(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at += 1
  }

  /** Notes what would have been accepted at a position. Only the farthest position is kept. */
  expect(label: string, at = this.at, unexpected: string | null = null): void {
    if (at < this.#farthest) return
    if (at > this.#farthest) {
      this.#farthest = at
      this.#expected = []
      this.#unexpected = null
    }
    this.#unexpected ??= unexpected
    if (!this.#expected.includes(label)) this.#expected.push(label)
  }

  /** Throws PGRST100 unless everything was read. */
  end(): void {
    if (this.ended) return
    this.expect('end of input')
    throw this.refusal()
  }

  /** Makes the refusal that names the farthest position reached. */
  refusal(): HttpError {
    const before = this.text.slice(0, this.#farthest).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return unparseable(this.#what, before.length, column, this.#details())
  }

  #details(): string {
    const found = this.#unexpected ?? this.text[this.#farthest]
    // PostgREST's parser writes single quotes where the end would have been accepted.
    const quote = this.#expected.includes('end of input') ? "'" : '"'
    const unexpected = found === undefined || found === '' ? 'end of input' : quote + found + quote
    if (this.#expected.length === 0) return `unexpected ${unexpected}`
    const last = this.#expected.at(-1)
    const others = this.#expected.slice(0, -1)
    return `unexpected ${unexpected} expecting ${others.length === 0 ? last : `${others.join(', ')} or ${last}`}`
  }

  /** Answers the first character that differs from the literal, or an empty text at the end. */
  #mismatch(literal: string): string {
    let index = 0
    while (literal[index] === this.text[this.at + index]) index += 1
    return this.text[this.at + index] ?? ''
  }
}
