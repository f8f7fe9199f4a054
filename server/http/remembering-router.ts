import type { Result } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { LRUCache } from 'lru-cache'

/** Tables and calls are few; what is longer names somebody. */
const LONGEST = 64

/**
 * Hono's router for routes like ours, of which some paths lie beside a parameter. It searches its tree anew with each
 * call, and all day long phones ask for the same few paths: these are found once.
 */
export class RememberingRouter<T> extends TrieRouter<T> {
  private readonly found = new LRUCache<string, Result<T>>({ max: 200 })

  override add(method: string, path: string, handler: T): void {
    this.found.clear()
    super.add(method, path, handler)
  }

  override match(method: string, path: string): Result<T> {
    if (path.length > LONGEST) return super.match(method, path)
    const call = `${method} ${path}`
    const known = this.found.get(call)
    if (known !== undefined) return known
    const result = super.match(method, path)
    this.found.set(call, result)
    return result
  }
}
