import type { BrowserContext } from '@playwright/test'
import { KeptPhones, type PhoneKeeping } from './kept-phones.ts'
import { keepWhatIsSaid, PAGE_SAID } from './page-said.ts'
import { test as base } from './phone-options.ts'

/** Every story happens on this Monday afternoon, unless it says otherwise with `test.use({ fixedNow })`. */
export const AFTERNOON = '2025-08-11T16:20'

export interface Fixtures {
  /** This is what the pages say, a line each; a story that fails keeps it. */
  said: string[]
  /** Makes a phone of the kind that the story's options ask for. What it said and did ends with the story. */
  newContext: () => Promise<BrowserContext>
}

export interface WorkerFixtures {
  /** Whoever extends this says how its phones are kept. */
  keeping: PhoneKeeping
  keptPhones: KeptPhones
}

/** Each story has phones on which nothing is open yet. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  keeping: [
    () => {
      throw new Error('Nobody has said how phones are kept')
    },
    { scope: 'worker' },
  ],
  keptPhones: [
    async ({ browser, keeping }, handOver) => handOver(new KeptPhones(browser, keeping)),
    { scope: 'worker' },
  ],
  said: async ({ keeping }, handOver, info) => {
    const said = [keeping.title]
    await handOver(said)
    if (info.status === info.expectedStatus) return
    await info.attach(PAGE_SAID, { body: said.join('\n'), contentType: 'text/plain' })
  },
  newContext: async ({ keptPhones, said, browser, browserName, phoneOptions }, handOver, info) => {
    // A service worker outlives what it kept.
    const mayKeep = browserName === 'chromium' && phoneOptions.serviceWorkers === 'block'
    const contexts: { context: BrowserContext; stopListening: () => void }[] = []
    await handOver(async () => {
      const context = await (mayKeep ? keptPhones.lend(phoneOptions) : browser.newContext())
      contexts.push({ context, stopListening: keepWhatIsSaid(context, said) })
      return context
    })
    for (const { context, stopListening } of contexts) {
      stopListening()
      // An answer that a story held back may still be on its way, and nobody waits for it any more.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      // A failed story's phone is looked at as it is closed.
      await (info.status === info.expectedStatus ? keptPhones.takeBack(context) : context.close())
    }
  },
  context: async ({ newContext }, handOver) => handOver(await newContext()),
})
