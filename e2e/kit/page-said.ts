import type { BrowserContext, Page } from '@playwright/test'

/** The end of a red run shows the last lines of what is attached by this name (scripts/gate/stories.mjs). */
export const PAGE_SAID = 'page-said'

/** Adds to `said` what the pages of this phone write to the console, fail at, and ask for in vain. */
export function keepWhatIsSaid(context: BrowserContext, said: string[]): void {
  context.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
  context.on('weberror', (error) => said.push(`uncaught: ${String(error.error())}`))
  context.on('requestfailed', (request) =>
    said.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText ?? ''}`),
  )
  const watch = (page: Page) => page.on('crash', () => said.push('the page has crashed'))
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
}
