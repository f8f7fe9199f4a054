import type { BrowserContext, Page } from '@playwright/test'
import { POLL_MS } from '../../../app/sync/sync.ts'

/** Takes away the timers with which a page asks for news by itself: what still comes, the server has told it of. */
export async function withoutPolls(opened: Page | BrowserContext): Promise<void> {
  await opened.addInitScript((pollMs) => {
    const setTimer = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms < pollMs ? setTimer(run, ms) : 0),
    })
  }, POLL_MS)
}
