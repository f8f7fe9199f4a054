import type { BrowserContext } from '@playwright/test'
import { type Account, type ServerProcess, startServerProcess } from '../server-process.ts'
import { KeptPhones } from './kept-phones.ts'
import { keepWhatIsSaid, PAGE_SAID } from './page-said.ts'
import { test as base } from './phone-options.ts'

/** Every story happens on this Monday afternoon, unless it says otherwise with `test.use({ fixedNow })`. */
const AFTERNOON = '2025-08-11T16:20'

export interface Fixtures {
  account: Account
  /** This is what the pages say, a line each; a story that fails keeps it. */
  said: string[]
  /** Makes a phone of the kind that the story's options ask for. What it said and did ends with the story. */
  newContext: () => Promise<BrowserContext>
}

export interface WorkerFixtures {
  fixedNow: string
  /** These are settings of the server, by the names of its environment. */
  settings: Readonly<Record<string, string>>
  server: ServerProcess
  keptPhones: KeptPhones
}

/** Each worker has a server of its own; each test an account of its own, and phones on which nothing is open yet. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  fixedNow: [AFTERNOON, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ fixedNow, settings }, handOver) => {
      const server = await startServerProcess(fixedNow, settings)
      await handOver(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  keptPhones: [
    async ({ browser, server }, handOver) => handOver(new KeptPhones(browser, server.url)),
    { scope: 'worker' },
  ],
  account: async ({ server }, handOver, info) => {
    await handOver(
      await server.createAccount(
        `carer-${info.workerIndex}-${info.testId}-${info.repeatEachIndex}@example.org`,
      ),
    )
  },
  said: async ({ server }, handOver, info) => {
    const said = [`phones of the server at ${server.url}`]
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
