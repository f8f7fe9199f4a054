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

/** Makes the server refuse one kind of change for good: asking again would not help. */
export async function refuse(context: BrowserContext, method: string, table: string): Promise<void> {
  await context.route(new RegExp(`/rest/v1/${table}`), (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 400, json: { code: '22023', message: 'no', details: null, hint: null } })
      : route.fallback(),
  )
}
