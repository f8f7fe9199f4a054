import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import type { Command, FileFormat, Outcome, PhoneClock, View } from '../program/commands.ts'
import { TABS, type TabNumber } from '../program/program.ts'
import { confirmStart, countCards, fillStart } from './app-tab.ts'
import type { Handset } from './handset.ts'
import { loadApp, loadPage } from './load.ts'
import type { PhoneLine } from './phone-line.ts'

const APP_TAB = 2
/** A save waits for the disk and never for the network, so after this long the page hangs. */
const SAVED_WITHIN_MS = 15_000
const SIGNED_IN_WITHIN_MS = 30_000

export interface Credentials {
  email: string
  password: string
}

export interface PhoneParts {
  name: string
  handset: Handset
  line: PhoneLine
  url: string
  account: Credentials
  /** With the app, the third tab shows it, and takes no commands but taps. */
  hasApp: boolean
}

interface Tab {
  page: Page
  lifecycle: CDPSession | null
}

/** A phone lives for one program: it has an address of its own on a browser that lives longer, and up to three tabs. */
export class Phone {
  readonly name: string
  readonly line: PhoneLine
  private readonly handset: Handset
  private readonly url: string
  private readonly account: Credentials
  private tabs: (Tab | null)[] = TABS.map(() => null)
  /** The phone was killed since the last sign-in, which may be why its session is lost. */
  wasKilled = false
  /** The phone was killed at any time. */
  wasEverKilled = false
  private isInAirplane = false
  private readonly hasApp: boolean

  constructor({ name, handset, line, url, account, hasApp }: PhoneParts) {
    this.name = name
    this.handset = handset
    this.line = line
    this.url = url
    this.account = account
    this.hasApp = hasApp
  }

  get isOn(): boolean {
    return this.handset.isOn
  }

  isAppTab(tab: TabNumber): boolean {
    return this.hasApp && tab === APP_TAB
  }

  /** Lists the open tabs that take commands. */
  get openTabs(): TabNumber[] {
    return TABS.filter((tab) => this.tabs[tab] !== null && !this.isAppTab(tab))
  }

  private isAwake(tab: TabNumber): boolean {
    return this.tabs[tab]?.lifecycle === null && !this.isAppTab(tab)
  }

  /** Returns the wanted tab if it is awake, else any that is. */
  awakeTab(wanted: TabNumber): TabNumber | null {
    return this.isAwake(wanted) ? wanted : (TABS.find((tab) => this.isAwake(tab)) ?? null)
  }

  /** Starts the phone, with at least one tab that takes commands. */
  async start(): Promise<void> {
    await this.handset.start()
    if (this.openTabs.length === 0) await this.open(0)
  }

  async kill(): Promise<void> {
    this.tabs = TABS.map(() => null)
    this.isInAirplane = false
    this.wasKilled = true
    this.wasEverKilled = true
    await this.handset.kill()
    this.line.dropHeld()
  }

  async open(tab: TabNumber): Promise<void> {
    if (this.tabs[tab] !== null) return
    const page = await this.handset.context.newPage()
    this.tabs[tab] = { page, lifecycle: null }
    await this.load(tab, page)
  }

  async close(tab: TabNumber): Promise<void> {
    await this.thaw(tab)
    const closing = this.tabs[tab]?.page
    this.tabs[tab] = null
    await closing?.close()
  }

  async reload(tab: TabNumber): Promise<void> {
    await this.thaw(tab)
    const page = this.tabs[tab]?.page
    if (page !== undefined) await this.load(tab, page)
  }

  /** Closes all tabs, so that the next program finds the browser as at its start. */
  async leave(): Promise<void> {
    if (!this.isOn) return
    for (const tab of TABS) await this.close(tab)
    await this.setAirplane(false)
  }

  async setAirplane(on: boolean): Promise<void> {
    this.isInAirplane = on
    await this.handset.context.setOffline(on)
  }

  async setClock(clock: PhoneClock): Promise<void> {
    this.line.clock = clock
    for (const tab of TABS) {
      if (this.isAwake(tab))
        await this.run(tab, (page) => page.evaluate((to) => window.nana.setClock(to), clock))
    }
  }

  async freeze(tab: TabNumber): Promise<void> {
    const found = this.tabs[tab]
    if (!found || found.lifecycle !== null) return
    found.lifecycle = await found.page.context().newCDPSession(found.page)
    await found.lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' })
  }

  async thaw(tab: TabNumber): Promise<void> {
    const found = this.tabs[tab]
    if (!found || found.lifecycle === null) return
    await found.lifecycle.send('Page.setWebLifecycleState', { state: 'active' })
    await found.lifecycle.detach()
    found.lifecycle = null
  }

  async setHidden(tab: TabNumber, hidden: boolean): Promise<void> {
    if (this.isAwake(tab))
      await this.run(tab, (page) => page.evaluate((on) => window.nana.setHidden(on), hidden))
  }

  /**
   * Resolves to `unknown` when the page goes away, and to null when it is there and doesn't answer. It never rejects,
   * because a page that goes away is no error here.
   */
  async runCommand(tab: TabNumber, command: Command): Promise<Outcome | null> {
    const done = this.run(tab, (page) =>
      page.evaluate((asked) => window.nana.runCommand(asked), command),
    ).then(
      (text) => JSON.parse(text) as Outcome, // Our own page wrote it from an outcome.
      (): Outcome => ({ kind: 'unknown' }),
    )
    return Promise.race([done, sleep(SAVED_WITHIN_MS, null)])
  }

  async look(tab: TabNumber): Promise<View> {
    const text = await this.run(tab, (page) => page.evaluate(() => window.nana.look()))
    return JSON.parse(text) as View // Our own page wrote it from a view.
  }

  /** Resolves to null when there is nothing to export yet, or the page went away. */
  exportAll(tab: TabNumber, format: FileFormat) {
    const exported = this.run(tab, (page) => page.evaluate((as) => window.nana.exportAll(as), format))
    return Promise.race([exported.catch(() => null), sleep(SAVED_WITHIN_MS, null)])
  }

  async settleRefused(tab: TabNumber, how: 'retry' | 'discard', seq: number): Promise<void> {
    const settle = ([way, number]: readonly [string, number]) =>
      way === 'retry' ? window.nana.retryRefused(number) : window.nana.discardRefused(number)
    await this.run(tab, (page) => page.evaluate(settle, [how, seq] as const))
  }

  async signIn(tab: TabNumber): Promise<string | null> {
    const { email, password } = this.account
    const signed = this.run(tab, (page) =>
      page.evaluate(([as, by]) => window.nana.signIn(as, by), [email, password] as const),
    )
    return Promise.race([signed, sleep(SIGNED_IN_WITHIN_MS, 'no responde')])
  }

  /** Lets the page do something about a family. Resolves to null when it doesn't answer. */
  async aboutFamily(
    tab: TabNumber,
    what: 'openFamily' | 'join' | 'leave' | 'keptOf',
    about: string,
  ): Promise<string | null> {
    const asked = this.run(tab, (page) =>
      page.evaluate(([name, value]) => window.nana[name](value), [what, about] as const),
    )
    return Promise.race([asked.catch(() => null), sleep(SIGNED_IN_WITHIN_MS, null)])
  }

  private run<T>(tab: TabNumber, work: (page: Page) => Promise<T>): Promise<T> {
    const page = this.tabs[tab]?.page
    return page === undefined ? Promise.reject(new Error('La pestaña está cerrada.')) : work(page)
  }

  async fillStart(tab: TabNumber, time: string): Promise<boolean> {
    const app = this.tabs[tab]
    return app?.lifecycle === null ? fillStart(app.page, time) : false
  }

  async confirmStart(tab: TabNumber): Promise<Outcome> {
    const app = this.tabs[tab]
    return app ? confirmStart(app.page) : { kind: 'unknown' }
  }

  /** Resolves to null when the app isn't open, or shows something else. */
  async countCards(): Promise<number | null> {
    const app = this.hasApp ? this.tabs[APP_TAB] : null
    return app ? countCards(app.page) : null
  }

  /** The real app starts from its service worker, without a network. This page has none, and needs one for a moment. */
  private async load(tab: TabNumber, page: Page): Promise<void> {
    this.line.dropHeld()
    if (this.isInAirplane) await this.handset.context.setOffline(false)
    try {
      if (!this.isAppTab(tab)) await loadPage(page, this.url)
      else if (!(await loadApp(page, this.url))) await this.close(tab)
    } finally {
      if (this.isInAirplane) await this.handset.context.setOffline(true)
    }
  }
}
