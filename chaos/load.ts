import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const PAGE_WITHIN_MS = 20_000
const TRIES = 3
const AGAIN_AFTER_MS = 200

/** Only the harness serves this page: a connection that breaks meanwhile is no weather, and it is asked for again. */
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

/** False: the app was never opened on this phone, and can't be while its server is down. */
export function loadApp(page: Page, origin: string): Promise<boolean> {
  return page.goto(`${origin}/`, { timeout: PAGE_WITHIN_MS }).then(
    () => true,
    () => false,
  )
}
