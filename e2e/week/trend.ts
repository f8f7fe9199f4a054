import type { Page } from '@playwright/test'

/** Finds what the chart says about whether it gets better. */
export function trendOf(page: Page) {
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '¿Va a mejor?' }) })
    .last()
  const table = section.getByRole('table', { name: /^Los últimos 14 días frente a/ })
  /** Returns the cells of a figure, which stand in the row below its name. */
  const cells = (figure: string) =>
    table
      .getByRole('rowgroup')
      .filter({ hasText: new RegExp(`^${figure}`) })
      .getByRole('cell')
  return { section, table, cells, month: section.getByRole('table', { name: /^Sueño de cada día/ }) }
}
