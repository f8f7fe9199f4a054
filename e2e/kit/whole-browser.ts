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
]

/**
 * The tabs of one phone share a process, which saves a tenth of a run; those of two phones never do, since each has a
 * profile of its own. A page and its service worker hang there now and then while one takes the other's place, so a
 * browser in which versions follow one another goes without.
 */
const SHARED_PROCESS_FLAGS = ['--process-per-site', '--renderer-process-limit=1']

/** Starts the machine's browser, or Playwright's own where the machine has none. */
export function launchOptions(wish: { isWhole?: boolean } = {}): LaunchOptions {
  const executablePath = presentBrowser(wish)
  const args = [...BROWSER_FLAGS, ...SHARED_PROCESS_FLAGS]
  return executablePath === undefined ? { args } : { executablePath, args }
}

/** Makes these options those of a browser that gives each tab, and each service worker, a process of its own. */
export function withOwnProcesses(options: LaunchOptions): LaunchOptions {
  return { ...options, args: options.args?.filter((flag) => !SHARED_PROCESS_FLAGS.includes(flag)) ?? [] }
}

/** These stories need the whole browser, because one that is made for having no window has no notifications. */
export const WHOLE_BROWSER_STORIES = 'plan/reminders*.e2e.ts'
