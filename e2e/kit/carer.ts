import { type BrowserContext, expect, type Page } from '@playwright/test'
import { countWaiting, putSession } from './phone-session.ts'
import { test as base } from './phones/server-phones.ts'
import type { Account, ServerProcess } from './server-process.ts'
import { SignedInCarer } from './signed-in-carer.ts'

export { expect }

/** `test.use` gives these stories a phone on which things move. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

export interface Fixtures {
  /** This phone has nothing open yet. */
  phone: Carer
  /** This is the same phone, signed in. */
  carer: Carer
  newPhone: () => Promise<Carer>
  /** Opens the app in one more tab of the same phone. */
  newTab: () => Promise<Carer>
}

/** A story has its carer's phone, and as many more of the same account as it asks for. */
export const test = base.extend<Fixtures>({
  phone: async ({ page, context, server, account }, handOver) => {
    const phone = new Carer(page, context, server, account)
    await handOver(phone)
    expect(phone.consoleErrors).toEqual([])
  },
  carer: async ({ phone }, handOver) => {
    await phone.signIn()
    await handOver(phone)
  },
  newPhone: async ({ newContext, server, account }, handOver) => {
    await handOver(async () => {
      const context = await newContext()
      const carer = new Carer(await context.newPage(), context, server, account)
      await carer.signIn()
      return carer
    })
  },
  newTab: async ({ context, server, account }, handOver) => {
    await handOver(() => openTab(context, server, account))
  },
})

/** Opens the app in one more tab of a phone. */
export async function openTab(
  context: BrowserContext,
  server: ServerProcess,
  account: Account,
): Promise<Carer> {
  const carer = new Carer(await context.newPage(), context, server, account)
  await carer.open()
  return carer
}

/** Signs in with the story's account, and has a line to its server. */
export class Carer extends SignedInCarer {
  private hasLostApi = false
  private readonly context: BrowserContext
  private readonly server: ServerProcess
  private readonly account: Account

  constructor(page: Page, context: BrowserContext, server: ServerProcess, account: Account) {
    super(page)
    this.context = context
    this.server = server
    this.account = account
  }

  /** The auth client reports each request that it could not send. */
  protected override isPartOfStory(error: string): boolean {
    return this.hasLostApi && /^TypeError: (Failed to fetch|NetworkError when attempting)/.test(error)
  }

  async open(): Promise<void> {
    await this.page.goto(this.server.url)
  }

  /** Opens the app on a phone that has a session of the account already, as all but the first time. */
  async signIn(account = this.account): Promise<void> {
    await putSession(this.context, this.server, account)
    await this.open()
    await expect(this.tabBar).toBeVisible()
  }

  async signInByForm(account = this.account): Promise<void> {
    await this.open()
    await this.signInHere(account)
  }

  /** Signs in on the login that stands there, as after signing out: by then what leaves the app behind is over. */
  async signInHere(account = this.account): Promise<void> {
    await this.enterPassword(account)
    await expect(this.tabBar).toBeVisible()
  }

  /** Fills in the login and sends it. What comes of that is the story's matter. */
  async enterPassword({ email, password } = this.account): Promise<void> {
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Contraseña').fill(password)
    await this.page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  }

  /** Signs out by the top bar of the screen in sight, and says yes to the one question that follows. */
  async signOut(): Promise<void> {
    await this.seenButton('Cerrar sesión').click()
    await this.page
      .getByRole('alertdialog', { name: '¿Cerrar sesión?' })
      .getByRole('button', { name: 'Cerrar sesión' })
      .click()
  }

  /** Waits until the login stands there and the session is over on this phone, and not only being left. */
  async whenSignedOut(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    const kept = () =>
      this.page.evaluate(() => ['nana-auth', 'nana-leaving'].filter((key) => key in localStorage))
    await expect.poll(kept).toEqual([])
  }

  /** Waits until nothing on this phone waits for the server. The diary is in sight, and its day has a record. */
  async whenAllSent(): Promise<void> {
    // A record that isn't drawn yet has no mark either.
    await expect(this.records).not.toHaveCount(0)
    await expect(this.seen(/Sin conexión|por enviar/)).toHaveCount(0)
    await expect(this.page.getByRole('img', { name: 'Por enviar' })).toHaveCount(0)
    // A deletion has no mark, and neither has what is changed on the plan.
    await expect.poll(() => countWaiting(this.page)).toBe(0)
  }

  /** Makes only the calls of the app fail; the page's own files are still served. */
  async loseApi(): Promise<void> {
    this.hasLostApi = true
    await this.context.route(/\/(auth|rest|events)\/v1\//, (route) => route.abort('internetdisconnected'))
  }

  /** The phone has no network at all, until the story gives it one again. */
  async loseNetwork(): Promise<void> {
    this.hasLostApi = true
    await this.context.setOffline(true)
  }

  async regainApi(): Promise<void> {
    await this.context.unroute(/\/(auth|rest|events)\/v1\//)
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await expect(this.tabBar).toBeVisible()
  }
}
