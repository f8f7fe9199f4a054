import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Download, expect, type Page } from '@playwright/test'

const SAMPLES = fileURLToPath(new URL('../samples', import.meta.url))

/** Returns the path of a file as another app writes it; what it holds is made up. */
export function sample(name: string): string {
  return join(SAMPLES, name)
}

type Part = 'Copia completa' | 'Registros' | 'Plan' | 'Bebé'

/** Finds and uses «Tus datos», at the end of the plan screen. */
export function theirData(page: Page) {
  const exportSheet = page.getByRole('dialog', { name: 'Exportar' })
  const importSheet = page
    .getByRole('dialog', { name: 'Importar' })
    .or(page.getByRole('alertdialog', { name: 'Importar' }))

  return {
    exportSheet,
    importSheet,
    openExport: () => page.getByRole('button', { name: 'Exportar', exact: true }).click(),
    openImport: () => page.getByRole('button', { name: 'Importar', exact: true }).click(),
    skipped: importSheet.getByRole('group'),
    confirm: importSheet.getByRole('button', { name: /^Importar/ }),
    /** The button is found by its text: a toast over the sheet has a button of that name as well. */
    close: importSheet.getByText('Cerrar', { exact: true }),

    /** Waits for the first download, before which there is nothing to take along. */
    expectReady: () => expect(page.getByRole('button', { name: 'Exportar', exact: true })).toBeVisible(),

    async export(part: Part): Promise<{ name: string; text: string; path: string }> {
      await page.getByRole('button', { name: 'Exportar', exact: true }).click()
      const downloading = page.waitForEvent('download')
      await exportSheet.getByRole('button', { name: part, exact: true }).click()
      const file = await kept(await downloading)
      await exportSheet.getByText('Cerrar', { exact: true }).click()
      return file
    },

    /** Gives the import a file; its preview follows, or what is wrong with it. */
    async choose(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
      await page.getByRole('button', { name: 'Importar', exact: true }).click()
      await importSheet.locator('input[type=file]').setInputFiles(file)
    },

    /** Expects the preview to have found this many of each. */
    async expectFound(found: {
      naps: number
      nights: number
      wakeUps: number
      dates: string
    }): Promise<void> {
      const value = (term: string) =>
        importSheet.locator('dl > div').filter({ hasText: term }).getByRole('definition')
      await expect(value('Siestas')).toHaveText(String(found.naps))
      await expect(value('Noches')).toHaveText(String(found.nights))
      await expect(value('Despertares')).toHaveText(String(found.wakeUps))
      await expect(value('Fechas')).toHaveText(found.dates)
    },

    async importAll(records: number): Promise<void> {
      const count = records.toLocaleString('es-ES', { useGrouping: 'always' })
      await importSheet.getByRole('button', { name: `Importar ${count} registros`, exact: true }).click()
      await expect(importSheet.getByRole('heading', { name: 'Importación terminada' })).toBeVisible()
      await importSheet.getByText('Cerrar', { exact: true }).click()
    },
  }
}

async function kept(download: Download): Promise<{ name: string; text: string; path: string }> {
  const path = await download.path()
  return { name: download.suggestedFilename(), text: readFileSync(path, 'utf8'), path }
}
