import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const PAGE_WITHIN_MS = 20_000
const TRIES = 3
const AGAIN_AFTER_MS = 200

/** Asks again when the connection breaks: only the harness serves this page, so that is no part of the weather. */
export async function loadPage(page: Page, origin: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await page.goto(`${origin}/chaos/page.html`, { timeout: PAGE_WITHIN_MS })
      return
    } catch (error) {
      if (tries === TRIES) throw error
      await sleep(AGAIN_AFTER_MS)
    }
  }
}

/** Resolves to false for an app that was never opened on this phone, and can't be while its server is down. */
export function loadApp(page: Page, origin: string): Promise<boolean> {
  return page.goto(`${origin}/`, { timeout: PAGE_WITHIN_MS }).then(
    () => true,
    () => false,
  )
}
