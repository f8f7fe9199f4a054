import { vi } from 'vitest'

/** Puts a page in place that is told of the network; `vi.unstubAllGlobals` takes it away. Tests dispatch on it. */
export function stubPageEvents(): EventTarget {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  return page
}
