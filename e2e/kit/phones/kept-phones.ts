import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { PhoneOptions } from './phone-options.ts'

/*
 * A phone that the browser makes anew has to make a profile and a process and to compile the app, which is a third of
 * what a short story costs. So a worker keeps the phones of its stories: it empties them and hands them on.
 */

/** That many wait for a story; stories of one file wish for few kinds. */
const MOST_KEPT = 4

/** What one of these has changed stays for as long as the phone, so no other story gets it. */
const LASTING_CHANGES = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const PAGE_CHANGES = [
  'addInitScript',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'setViewportSize',
] as const
const CLOCK_CHANGES = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

/** What a kept phone is between two stories. */
export interface PhoneKeeping {
  /** The first line of what the pages of a failed story have said. */
  title: string
  /** Opens the page that stays open as long as the phone. */
  open: (context: BrowserContext) => Promise<Page>
  /** Takes from the phone all that a story has left there. */
  empty: (context: BrowserContext, page: Page) => Promise<void>
}

interface KeptPhone {
  kind: string
  context: BrowserContext
  page: Page
  isSpent: boolean
}

/** Keeps the phones of one worker. Two stories have never the same phone at the same time. */
export class KeptPhones {
  private readonly idle: KeptPhone[] = []
  private readonly lent = new WeakMap<BrowserContext, KeptPhone>()
  private readonly browser: Browser
  private readonly keeping: PhoneKeeping

  constructor(browser: Browser, keeping: PhoneKeeping) {
    this.browser = browser
    this.keeping = keeping
  }

  /** Hands out an empty phone that was made with these options, which are those of the story that plays. */
  async lend(options: PhoneOptions): Promise<BrowserContext> {
    const kind = JSON.stringify(options)
    const at = this.idle.findIndex((phone) => phone.kind === kind)
    const [phone = await this.makeNew(kind)] = at === -1 ? [] : this.idle.splice(at, 1)
    this.lent.set(phone.context, phone)
    return phone.context
  }

  /** Empties a phone and keeps it, unless the story has changed or closed it for good. */
  async takeBack(context: BrowserContext): Promise<void> {
    const phone = this.lent.get(context)
    this.lent.delete(context)
    if (phone === undefined || phone.isSpent) return context.close()
    await this.keeping.empty(phone.context, phone.page)
    this.idle.push(phone)
    if (this.idle.length > MOST_KEPT) await this.idle.shift()?.context.close()
  }

  private async makeNew(kind: string): Promise<KeptPhone> {
    const context = await this.browser.newContext()
    const page = await this.keeping.open(context)
    const phone = { kind, context, page, isSpent: false }
    const spend = () => {
      phone.isSpent = true
    }
    context.once('close', spend)
    page.once('crash', spend)
    page.once('close', spend)
    beforeCallsOf(context, LASTING_CHANGES, spend)
    beforeCallsOf(page, PAGE_CHANGES, spend)
    beforeCallsOf(context.clock, CLOCK_CHANGES, spend)
    return phone
  }
}

/** Calls `before` ahead of each call of these methods. */
function beforeCallsOf<Name extends string>(
  owner: Record<Name, (...args: never[]) => unknown>,
  names: readonly Name[],
  before: () => void,
): void {
  for (const name of names) {
    const method = owner[name]
    Object.defineProperty(owner, name, {
      value: (...args: never[]) => {
        before()
        return Reflect.apply(method, owner, args)
      },
    })
  }
}
