import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { test as base, Carer, expect } from './carer.ts'
import { type Account, type ServerProcess, startServerProcess } from './server-process.ts'

export { expect }

/** A phone whose browser can be ended and started again with everything it has stored. */
interface OwnBrowser {
  context: BrowserContext
  /** Opens the app in a new tab. */
  open(): Promise<Carer>
  restart(): Promise<void>
}

interface Fixtures {
  /** A server of the test's own: it may be killed, and started as another version. */
  ownServer: ServerProcess
  owner: Account
  ownPhone: OwnBrowser
}

export const test = base.extend<Fixtures>({
  ownServer: async ({ fixedNow }, handOver) => {
    const server = await startServerProcess(fixedNow)
    await handOver(server)
    await server.stop()
  },
  owner: async ({ ownServer }, handOver) => {
    await handOver(await ownServer.createAccount('familia@example.org'))
  },
  ownPhone: async ({ ownServer, contextOptions, launchOptions }, handOver) => {
    const folder = mkdtempSync(join(tmpdir(), 'nana-phone-'))
    chmodSync(folder, 0o755)
    const start = () => chromium.launchPersistentContext(folder, { ...launchOptions, ...contextOptions })
    const phone: OwnBrowser = {
      context: await start(),
      async open() {
        const carer = new Carer(await phone.context.newPage(), phone.context, ownServer)
        await carer.open()
        return carer
      },
      async restart() {
        await phone.context.close()
        phone.context = await start()
      },
    }
    await handOver(phone)
    await phone.context.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

/** Resolves when the phone can start the app by itself, and its look for updates, after every start, is over. */
export async function whenKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
}
