/*
 * What the page, the first script in it (scripts/page/prerender.mjs) and the service worker agree on.
 */

/** With its version behind it: the cache of that version, and the lock that its pages hold for as long as they live. */
export const KEPT_NAME = 'nana-app-'

/** What a page that can't run asks the worker for: what isn't as it was built is fetched anew. */
export const MEND = 'mend'

/** What a page asks for that began to load when there was no worker yet: to be taken in. */
export const CLAIM = 'claim'

/** What a page asks the worker of a new version for that still waits: to take over from the old one. */
export const TAKE_OVER = 'take over'

/** What the worker tells a page: which version opens by now, and how many files it has mended, if it was asked to. */
export interface WorkerNews {
  version: string
  mended?: number
}
