import { expect, type Locator, type Page } from '@playwright/test'

/** Finds the parts of the chart as they are seen: rows by their day, bars by the hours they lie under. */
export function weekChart(page: Page) {
  const screen = page.getByRole('region', { name: 'Gráfico' })
  const axis = screen
    .locator('svg', { hasText: /^8h12h/ })
    .first()
    .locator('text')

  return {
    screen,
    axis,
    label: (text: string) => screen.getByText(text, { exact: true }),
    /** Finds a day by its weekday and day of the month, as they are written: 'lun', 4. */
    day: (weekday: string, day: number) =>
      screen
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`^${weekday}`), has: page.getByText(String(day), { exact: true }) }),
    average: screen.getByText('Promedio de sueño diario').locator('..').getByRole('status'),
    /** A screen reader says this of the week. */
    table: screen.getByRole('table', { name: 'Sueño por día' }),
    previous: () => screen.getByRole('button', { name: 'Semana anterior' }).click(),
    next: () => screen.getByRole('button', { name: 'Semana siguiente' }).click(),

    bars: (row: Locator) => row.locator('rect'),
    /**
     * Compares what is seen of a bar with the labels of the axis, to about a pixel. The hours go from 8 to 32 (8h of
     * the next day); what runs off the axis is cut away.
     */
    async expectBar(bar: Locator, hours: { from: number; to: number }): Promise<void> {
      const left = await centreOf(axis.first())
      const right = await centreOf(axis.last())
      const box = await boxOf(bar)
      const hourAt = (x: number) => Math.min(Math.max(8 + ((x - left) / (right - left)) * 24, 8), 32)
      expect(Math.abs(hourAt(box.x) - hours.from), `begins at ${hours.from}`).toBeLessThan(0.15)
      expect(Math.abs(hourAt(box.x + box.width) - hours.to), `ends at ${hours.to}`).toBeLessThan(0.15)
    },
  }
}

export async function boxOf(element: Locator) {
  await expect(element).toBeVisible()
  const box = await element.boundingBox()
  if (box === null) throw new Error('Not drawn')
  return box
}

async function centreOf(element: Locator): Promise<number> {
  const { x, width } = await boxOf(element)
  return x + width / 2
}
