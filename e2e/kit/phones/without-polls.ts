import type { BrowserContext, Page } from '@playwright/test'

/** Takes away the timers with which a page asks for news by itself: what still comes, the server has told it of. */
export async function withoutPolls(opened: Page | BrowserContext): Promise<void> {
  await opened.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window)
    const POLL_MS = 3000
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms < POLL_MS ? setTimer(run, ms) : 0),
    })
  })
}
