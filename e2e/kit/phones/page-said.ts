import type { BrowserContext, ConsoleMessage, Page, Request, WebError } from '@playwright/test'

/** The end of a red run shows the last lines of what is attached by this name (scripts/gate/stories.mjs). */
export const PAGE_SAID = 'page-said'

/**
 * Adds to `said` what the pages of this phone write to the console, fail at, and ask for in vain. Returns what ends it.
 */
export function keepWhatIsSaid(context: BrowserContext, said: string[]): () => void {
  const onConsole = (message: ConsoleMessage) => said.push(`${message.type()}: ${message.text()}`)
  const onError = (error: WebError) => said.push(`uncaught: ${String(error.error())}`)
  const onFailed = (request: Request) =>
    said.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText ?? ''}`)
  const watch = (page: Page) => page.on('crash', () => said.push('the page has crashed'))
  context.on('console', onConsole).on('weberror', onError).on('requestfailed', onFailed).on('page', watch)
  for (const page of context.pages()) watch(page)
  return () => {
    context
      .off('console', onConsole)
      .off('weberror', onError)
      .off('requestfailed', onFailed)
      .off('page', watch)
  }
}
