import type { BrowserContext } from '@playwright/test'

/** Lets the requests for `url` wait until the returned function is called. */
export async function hold(context: BrowserContext, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route(url, async (route) => {
    await held
    await route.continue()
  })
  return release
}
