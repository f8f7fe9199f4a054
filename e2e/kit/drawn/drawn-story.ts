import { expect } from '@playwright/test'
import type { PhoneKeeping } from '../phones/kept-phones.ts'
import { AFTERNOON, test as base } from '../phones/phones.ts'
import { SignedInCarer } from '../signed-in-carer.ts'
import { drawnAppAt, drawnPicture } from './drawn-app.ts'
import { DrawnFamily } from './drawn-family.ts'

export interface Fixtures {
  fixedNow: string
  family: DrawnFamily
  /** The app isn't drawn yet on this phone. */
  phone: DrawnCarer
  /** This is the same phone, with the app drawn. */
  carer: DrawnCarer
}

/** The page stays open, because a new one takes longer than most of these stories. */
const KEPT_OPEN: PhoneKeeping = {
  title: 'drawn phones',
  open: (context) => context.newPage(),
  // What lies in the databases stays: the next family is another one and never finds it.
  async empty(context, page) {
    for (const other of context.pages()) if (other !== page) await other.close()
    // Whatever the app still writes as it is left has been written by then.
    await page.goto(drawnPicture())
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  },
}

/**
 * A story of what one screen does: the whole app in a real browser, with what is on the phone, its own database and
 * real fingers, but no server.
 */
export const test = base.extend<Fixtures>({
  fixedNow: [AFTERNOON, { option: true }],
  keeping: [KEPT_OPEN, { scope: 'worker' }],
  page: async ({ context, keeping, fixedNow }, handOver) => {
    const [kept] = context.pages()
    const page = kept ?? (await keeping.open(context))
    await page.goto(drawnAppAt(fixedNow))
    await handOver(page)
  },
  family: async ({ page }, handOver) => {
    const family = new DrawnFamily(page)
    await family.tell()
    await handOver(family)
  },
  phone: async ({ page, family }, handOver) => {
    const phone = new DrawnCarer(page, family)
    await handOver(phone)
    phone.putDown()
    expect(phone.consoleErrors).toEqual([])
  },
  carer: async ({ phone }, handOver) => {
    await phone.signIn()
    await handOver(phone)
  },
})

/** Holds the same phone as every carer (e2e/kit/carer.ts), but no server is asked for anything. */
export class DrawnCarer extends SignedInCarer {
  private readonly family: DrawnFamily

  constructor(...[page, family]: [...ConstructorParameters<typeof SignedInCarer>, DrawnFamily]) {
    super(page)
    this.family = family
  }

  async signIn(): Promise<void> {
    await this.page.evaluate((userId) => window.drawnPhone.draw(userId), this.family.userId)
    await expect(this.tabBar).toBeVisible()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await this.signIn()
  }
}
