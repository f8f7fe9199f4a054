import { type ConsoleMessage, expect, type Page } from '@playwright/test'
import { pressInsteadOfTap } from './finger.ts'

/** Does what a carer does with the phone in the hand, by role and Spanish label. */
export class SignedInCarer {
  readonly page: Page
  readonly consoleErrors: string[] = []

  constructor(page: Page) {
    this.page = page
    if (page.context().browser()?.browserType().name() === 'firefox') pressInsteadOfTap(page)
    page.on('pageerror', this.onPageError).on('console', this.onConsole)
  }

  /** Ends what listens to the page, which the next story may be handed. */
  putDown(): void {
    this.page.off('pageerror', this.onPageError).off('console', this.onConsole)
  }

  private readonly onPageError = (error: Error) => this.consoleErrors.push(String(error))

  private readonly onConsole = (message: ConsoleMessage) => {
    const error = message.text()
    // The browser reports each request that is refused or unreachable, as where a story cuts the line.
    if (message.type() !== 'error' || error.startsWith('Failed to load resource')) return
    if (!this.isPartOfStory(error)) this.consoleErrors.push(error)
  }

  /** Tells whether the story itself made the browser complain so. */
  protected isPartOfStory(_error: string): boolean {
    return false
  }

  /** Presses a tab of the tab bar; 'Añadir descanso' is its +. */
  async goTo(tab: 'Diario' | 'Gráfico' | 'Añadir descanso' | 'Plan' | 'BSC'): Promise<void> {
    await this.tabBar.getByRole('button', { name: tab, exact: true }).click()
  }

  get tabBar() {
    return this.page.getByRole('navigation', { name: 'Secciones' })
  }

  /** Finds the one toast by its title. */
  toast(title: string) {
    return this.page
      .getByRole('status')
      .filter({ hasText: title })
      .or(this.page.getByRole('alert').filter({ hasText: title }))
  }

  async expectToast(title: string, detail?: string): Promise<void> {
    const shown = this.page.locator('[data-toast]').filter({ hasText: title })
    // In one look, because it goes by itself.
    await expect(detail ? shown.filter({ hasText: detail }) : shown).toBeVisible()
  }

  /**
   * Rests the pointer on the toast, which stays for as long as that: what a story looks at ahead of «Deshacer» may take
   * a slow machine longer than a toast lasts.
   */
  async holdToast(): Promise<void> {
    await this.page.locator('[data-toast]').hover()
  }

  async closeToast(): Promise<void> {
    await this.page.locator('[data-toast]').getByRole('button', { name: 'Cerrar' }).click()
  }

  /** Lets the page's clock, which the story has installed, run one second more and then stand still. */
  async stopClock(): Promise<void> {
    // On a slow machine that second may be over before it is told; by then the clock stands.
    await expect(async () => {
      const now = await this.page.evaluate(() => Date.now())
      await this.page.clock.pauseAt(new Date(now + 1000))
    }).toPass()
  }

  /** These are the records of the day on screen, newest first. */
  get records() {
    return this.page.getByRole('article')
  }

  /** Finds a text that every screen has, where it is in sight. */
  seen(text: string | RegExp) {
    return this.page.getByText(text).locator('visible=true')
  }

  seenButton(name: string) {
    return this.page.getByRole('button', { name, exact: true }).locator('visible=true')
  }

  /** Logs the wake-up on a diary whose day has none yet. */
  async logWakeUp(time = '08:20'): Promise<void> {
    await this.page.getByLabel('A qué hora despertó?').fill(time)
    await this.page.getByRole('button', { name: 'Guardar', exact: true }).click()
  }

  /** Deletes the one record on the diary that says this. */
  async deleteRecord(which: string | RegExp = ''): Promise<void> {
    await this.records.filter({ hasText: which }).getByRole('button', { name: 'Eliminar' }).click()
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  }
}
