import type { LaunchOptions } from '@playwright/test'
import { presentBrowser } from '../../scripts/programs.mjs'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the machine's browser, or Playwright's own where the machine has none. */
export function launchOptions(wish: { isWhole?: boolean } = {}): LaunchOptions {
  const executablePath = presentBrowser(wish)
  return executablePath === undefined ? { args } : { executablePath, args }
}

/** These stories need the whole browser, because one that is made for having no window has no notifications. */
export const WHOLE_BROWSER_STORIES = 'plan/reminders*.e2e.ts'
