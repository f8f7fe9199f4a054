import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { test as base, type Carer, expect, openTab } from './carer.ts'
import { type Account, type ServerProcess, startServerProcess } from './server-process.ts'

export { expect }

/** A phone with the story's own server. */
export interface OwnPhone {
  context: BrowserContext
  /** Opens the app in a new tab. */
  open(): Promise<Carer>
}

/** This phone's browser can be ended and started again with everything it has stored. */
export interface OwnBrowser extends OwnPhone {
  restart(): Promise<void>
  /** Kills the browser without a word, as a phone does that needs the memory, and starts it again. */
  killAndRestart(): Promise<void>
}

interface Fixtures {
  /** The test has this server to itself: it may be killed, and started as another version. */
  ownServer: ServerProcess
  owner: Account
  ownPhone: OwnPhone
  /** It costs a second more than `ownPhone`, so it is for stories that end it. */
  ownBrowser: OwnBrowser
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
  ownPhone: async ({ context, ownServer, owner }, handOver) => {
    await handOver({ context, open: () => openTab(context, ownServer, owner) })
  },
  ownBrowser: async (
    { ownServer, owner, contextOptions, launchOptions, playwright, browserName },
    handOver,
  ) => {
    const folder = mkdtempSync(join(tmpdir(), 'nana-phone-'))
    chmodSync(folder, 0o755)
    const start = () =>
      playwright[browserName].launchPersistentContext(folder, {
        ...launchOptions,
        ...contextOptions,
      })
    const phone: OwnBrowser = {
      context: await start(),
      open: () => openTab(phone.context, ownServer, owner),
      async restart() {
        await phone.context.close()
        phone.context = await start()
      },
      async killAndRestart() {
        const closed = phone.context.waitForEvent('close')
        for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
        await closed
        phone.context = await start()
      },
    }
    await handOver(phone)
    await phone.context.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

/** Lists the numbers of the processes that were started with this folder. */
function processesOf(folder: string): number[] {
  // A small Linux has no `ps`, and a Mac has no /proc.
  const lines = existsSync('/proc/self')
    ? readdirSync('/proc').map((pid) => `${pid} ${argumentsOf(pid)}`)
    : execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10))
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // The entry is no process, or its process has ended meanwhile.
    return ''
  }
}

/** Resolves when the phone can start the app by itself and the look for updates after its start is over. */
export async function whenKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
}
