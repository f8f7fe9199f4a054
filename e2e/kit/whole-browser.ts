import type { LaunchOptions } from '@playwright/test'
import { presentBrowser } from '../../scripts/programs.mjs'

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The tabs of one phone share a process, as on a phone; those of two phones never do, since each has a profile of its
  // own. It saves a sixth of a run.
  '--process-per-site',
  '--renderer-process-limit=1',
]

/** Starts the machine's browser, or Playwright's own where the machine has none. */
export function launchOptions(wish: { isWhole?: boolean } = {}): LaunchOptions {
  const executablePath = presentBrowser(wish)
  return executablePath === undefined ? { args: BROWSER_FLAGS } : { executablePath, args: BROWSER_FLAGS }
}

/** Stories of notifications need it, because a browser without a window has none. */
export const WHOLE_BROWSER = launchOptions({ isWhole: true })
