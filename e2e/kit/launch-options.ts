import type { LaunchOptions } from '@playwright/test'
import { presentBrowser } from '../../scripts/programs.mjs'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Tells a browser to draw all its pages in one process: beginning others is a fifth of what a story costs. */
const ONE_PROCESS = ['--renderer-process-limit=1', '--process-per-site']

/** Starts the machine's browser, or Playwright's own where the machine has none. */
export function launchOptions({ isWhole = false, isOneProcess = false } = {}): LaunchOptions {
  const executablePath = presentBrowser({ isWhole })
  const args = isOneProcess ? [...ARGS, ...ONE_PROCESS] : ARGS
  return executablePath === undefined ? { args } : { executablePath, args }
}

/** These stories need the whole browser, because one that is made for having no window has no notifications. */
export const WHOLE_BROWSER_STORIES = 'plan/reminders*.e2e.ts'

/**
 * The phones of these stories have a service worker. It needs a process beside its pages': in theirs it hung now and
 * then while another version took its place, and calls slipped past a story's route.
 */
export const SERVICE_WORKER_STORIES = [
  'account/leaving.e2e.ts',
  'account/sign-out-kept.e2e.ts',
  'first-minutes/link-in-a-tunnel.e2e.ts',
  'network/another-key.e2e.ts',
  'network/installed-app.e2e.ts',
  'network/new-version.e2e.ts',
  'network/phone-storage.e2e.ts',
  'privacy/privacy-page-kept.e2e.ts',
  'ways/*.e2e.ts',
  'whole-day/whole-day-and-night.e2e.ts',
]
