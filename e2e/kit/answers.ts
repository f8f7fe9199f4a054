import type { BrowserContext, Page, Route } from '@playwright/test'

/**
 * Lets the requests for `url` wait until the returned function is called.
 * @param answer what they are told then; by default the server says it.
 */
export async function hold(
  whose: BrowserContext | Page,
  url: string | RegExp,
  answer?: Parameters<Route['fulfill']>[0],
): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await whose.route(url, async (route) => {
    await held
    await (answer === undefined ? route.continue() : route.fulfill(answer))
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

/** Holds back the next answer that the server gives there, once it has done what is asked, until it is let go. */
export async function holdAnswer(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const holdBack = async (route: Route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  }
  await page.route(url, holdBack, { times: 1 })
  return release
}

/** The server does what is asked next there, and nobody hears of it. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(url, lose, { times: 1 })
}
