import { expect, type Locator } from '@playwright/test'
import type { SignedInCarer } from '../kit/signed-in-carer.ts'

export const PRINT = 'Imprimir o guardar como PDF'

/** Opens the printed diary from the chart of this week, with the keyboard. */
export async function openPreview(phone: SignedInCarer): Promise<Locator> {
  await phone.goTo('Gráfico')
  await phone.page.getByRole('button', { name: PRINT }).press('Enter')
  const preview = phone.page.getByRole('dialog', { name: 'Diario para imprimir' })
  await expect(preview.getByRole('table').first()).toBeVisible()
  return preview
}
