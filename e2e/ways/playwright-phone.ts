import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Phone, Role, Where } from '../engines/phone.ts'

/** Stands for a phone whose browser Playwright drives, which is Chromium's or Firefox's. */
export class PlaywrightPhone implements Phone {
  private readonly context: BrowserContext
  private readonly page: Page
  private readonly said: string[]

  constructor(context: BrowserContext, page: Page, said: string[] = []) {
    this.context = context
    this.page = page
    this.said = said
    page.on('pageerror', (error) => said.push(String(error)))
    page.on('console', (message) => {
      // Chromium reports each request that nobody answers, as where a story ends the server.
      if (message.text().startsWith('Failed to load resource')) return
      if (['error', 'warning'].includes(message.type())) said.push(message.text())
    })
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  async back(): Promise<void> {
    await this.page.goBack()
  }

  async press(role: Role, name: string | RegExp, where: Where = {}): Promise<void> {
    const found = this.find(role, name, where).nth(where.nth ?? 0)
    // A radio or a box is drawn by its label, which lies over it.
    if (role === 'radio' || role === 'checkbox') await found.check({ force: true })
    else await found.click()
  }

  async fill(label: string, value: string): Promise<void> {
    await this.field(label).fill(value)
  }

  async giveFile(path: string): Promise<void> {
    await this.page.locator('input[type=file]').first().setInputFiles(path)
  }

  async keys(...names: string[]): Promise<void> {
    for (const name of names) await this.page.keyboard.press(name)
  }

  async text(where?: Where['in']): Promise<string> {
    const root = where === undefined ? this.page.locator('body') : this.place(where)
    if ((await root.count()) === 0) return ''
    return (await root.first().innerText()).replace(/\s+/g, ' ').trim()
  }

  value(label: string): Promise<string> {
    return this.field(label).inputValue()
  }

  count(role: Role, name?: string | RegExp, where: Where = {}): Promise<number> {
    return this.find(role, name, where).count()
  }

  ask<Value>(expression: string): Promise<Value> {
    return this.page.evaluate(expression)
  }

  resize(width: number, height: number): Promise<void> {
    return this.page.setViewportSize({ width, height })
  }

  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path, caret: 'initial' })
  }

  async newTab(): Promise<PlaywrightPhone> {
    return new PlaywrightPhone(this.context, await this.context.newPage(), this.said)
  }

  complaints(): string[] {
    return this.said
  }

  close(): Promise<void> {
    return this.context.close()
  }

  /** The picture that a start shows before the app is there has the same fields; whoever fills one means the app's. */
  private field(label: string): Locator {
    const shown = this.page.getByLabel(label, { exact: true }).locator('visible=true')
    return shown.and(this.page.locator(':not(#picture *)')).first()
  }

  private place([role, text = '']: readonly [Role, string?]): Locator {
    return this.byRole(this.page, role).filter({ hasText: text }).first()
  }

  private find(role: Role, name: string | RegExp | undefined, where: Where): Locator {
    return this.byRole(where.in === undefined ? this.page : this.place(where.in), role, name)
  }

  private byRole(root: Page | Locator, role: Role, name?: string | RegExp): Locator {
    const found =
      role === 'toast'
        ? root.locator('[data-toast]')
        : root.getByRole(role, { ...(name !== undefined && { name }), exact: typeof name === 'string' })
    return found.locator('visible=true')
  }
}
