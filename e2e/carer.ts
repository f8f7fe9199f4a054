import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Account, type ServerProcess, startServerProcess } from './server-process.ts'

export { expect }

/** A Monday afternoon: every story happens then, unless it says otherwise with `test.use({ fixedNow })`. */
const AFTERNOON = '2025-08-11T16:20'

export interface Fixtures {
  account: Account
  /** With nothing open yet. */
  phone: Carer
  /** The same, signed in. */
  carer: Carer
  newPhone: () => Promise<Carer>
}

export interface WorkerFixtures {
  fixedNow: string
  /** Of the server, in its environment's names. */
  settings: Readonly<Record<string, string>>
  server: ServerProcess
}

/** Each worker has a server of its own; each test an account of its own and a phone that is signed in. */
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
  account: async ({ server }, handOver, info) => {
    await handOver(
      await server.createAccount(
        `carer-${info.workerIndex}-${info.testId}-${info.repeatEachIndex}@example.org`,
      ),
    )
  },
  phone: async ({ page, context, server }, handOver) => {
    const phone = new Carer(page, context, server)
    await handOver(phone)
    expect(phone.consoleErrors).toEqual([])
  },
  carer: async ({ phone, account }, handOver) => {
    await phone.signIn(account)
    await handOver(phone)
  },
  newPhone: async ({ browser, server, account, contextOptions }, handOver) => {
    const contexts: BrowserContext[] = []
    await handOver(async () => {
      const context = await browser.newContext(contextOptions)
      contexts.push(context)
      const carer = new Carer(await context.newPage(), context, server)
      await carer.signIn(account)
      return carer
    })
    for (const context of contexts) await context.close()
  },
})

/** What a carer does with the phone in the hand, by role and Spanish label. */
export class Carer {
  readonly page: Page
  readonly consoleErrors: string[] = []
  private hasLostApi = false
  private readonly context: BrowserContext
  private readonly server: ServerProcess

  constructor(page: Page, context: BrowserContext, server: ServerProcess) {
    this.page = page
    this.context = context
    this.server = server
    page.on('pageerror', (error) => this.consoleErrors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !this.isPartOfStory(message.text())) {
        this.consoleErrors.push(message.text())
      }
    })
  }

  /** The browser reports each refused or unreachable request; so does the auth client, where a story cut the line. */
  private isPartOfStory(error: string): boolean {
    return (
      error.startsWith('Failed to load resource') ||
      (this.hasLostApi && error.startsWith('TypeError: Failed to fetch'))
    )
  }

  async open(): Promise<void> {
    await this.page.goto(this.server.url)
  }

  async signIn(account: Account): Promise<void> {
    await this.open()
    await this.enterPassword(account)
    await expect(this.tabBar).toBeVisible()
  }

  /** On the login. What comes of it is the story's matter. */
  async enterPassword({ email, password }: Account): Promise<void> {
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Contraseña').fill(password)
    await this.page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  }

  /** The tab bar: 'Diario', 'Gráfico', 'Añadir descanso' (+), 'Plan', 'BSC'. */
  async goTo(tab: 'Diario' | 'Gráfico' | 'Añadir descanso' | 'Plan' | 'BSC'): Promise<void> {
    await this.tabBar.getByRole('button', { name: tab, exact: true }).click()
  }

  get tabBar() {
    return this.page.getByRole('navigation', { name: 'Secciones' })
  }

  /** The one toast, by its title. */
  toast(title: string) {
    return this.page
      .getByRole('status')
      .filter({ hasText: title })
      .or(this.page.getByRole('alert').filter({ hasText: title }))
  }

  async expectToast(title: string, detail?: string): Promise<void> {
    const shown = this.page.locator('[data-toast]').filter({ hasText: title })
    await expect(shown).toBeVisible()
    if (detail) await expect(shown).toContainText(detail)
  }

  async closeToast(): Promise<void> {
    await this.page.locator('[data-toast]').getByRole('button', { name: 'Cerrar' }).click()
  }

  /** Records of the day on screen, newest first. */
  get records() {
    return this.page.getByRole('article')
  }

  /** What every screen has, where it is in sight. */
  seen(text: string | RegExp) {
    return this.page.getByText(text).locator('visible=true')
  }

  seenButton(name: string) {
    return this.page.getByRole('button', { name, exact: true }).locator('visible=true')
  }

  /** On a diary whose day has no wake-up yet. */
  async logWakeUp(time = '08:20'): Promise<void> {
    await this.page.getByLabel('A qué hora despertó?').fill(time)
    await this.page.getByRole('button', { name: 'Guardar', exact: true }).click()
  }

  /** On the diary: the one record that says this. */
  async deleteRecord(which: string | RegExp = ''): Promise<void> {
    await this.records.filter({ hasText: which }).getByRole('button', { name: 'Eliminar' }).click()
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  }

  /** Only the calls of the app fail; the page's own files are still served. */
  async loseApi(): Promise<void> {
    this.hasLostApi = true
    await this.context.route(/\/(auth|rest|events)\/v1\//, (route) => route.abort('internetdisconnected'))
  }

  async regainApi(): Promise<void> {
    await this.context.unroute(/\/(auth|rest|events)\/v1\//)
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await expect(this.tabBar).toBeVisible()
  }
}
