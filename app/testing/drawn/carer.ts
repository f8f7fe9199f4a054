import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** Does what a carer does with the phone that is drawn, by role and Spanish label. */
export const carer = {
  /** Presses a tab of the tab bar; 'Añadir descanso' is its +. */
  async goTo(tab: 'Diario' | 'Gráfico' | 'Añadir descanso' | 'Plan' | 'BSC'): Promise<void> {
    const tabBar = page.getByRole('navigation', { name: 'Secciones' })
    await tabBar.getByRole('button', { name: tab, exact: true }).click()
  },

  async goToDay(date: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Fecha' }).fill(date)
  },

  async expectToast(title: string, detail?: string): Promise<void> {
    const shown = toast(title)
    await expect.element(shown).toBeVisible()
    if (detail) await expect.element(shown).toHaveTextContent(detail)
  },

  /** Rests the pointer on the toast, which stays for as long as that, however slow the machine is. */
  async holdToast(): Promise<void> {
    const shown = document.querySelector('[data-toast]')
    if (shown === null) throw new Error('No toast is shown')
    await page.elementLocator(shown).hover()
  },

  /** These are the records of the day on screen, newest first. */
  get records(): Locator {
    return page.getByRole('article')
  },
}

function toast(title: string): Locator {
  const withTitle = { hasText: title }
  return page.getByRole('status').filter(withTitle).or(page.getByRole('alert').filter(withTitle))
}
