import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Outcome } from '../program/commands.ts'

/* This tab shows the real app, which has no door for tests and so is handled by its Spanish labels, as a carer does. */

const TAP_WITHIN_MS = 5_000
const TOAST_WITHIN_MS = 15_000

const savedToast = (page: Page) => page.locator('[data-toast]').filter({ hasText: 'Hora de inicio guardada' })
const startField = (page: Page) => page.getByLabel('Hora de inicio', { exact: true })

async function goTo(page: Page, tab: 'Diario' | 'Añadir descanso'): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Secciones' })
  await tabs.getByRole('button', { name: tab, exact: true }).click({ timeout: TAP_WITHIN_MS })
}

/**
 * Opens the form and enters the start. Resolves to false when something else is there: a sleep that runs, the login, or
 * the toast of an earlier start.
 */
export async function fillStart(page: Page, time: string): Promise<boolean> {
  try {
    await goTo(page, 'Añadir descanso')
    if ((await savedToast(page).count()) > 0) return false
    if (!(await startField(page).isEditable({ timeout: TAP_WITHIN_MS }))) return false
    await startField(page).fill(time, { timeout: TAP_WITHIN_MS })
    return true
  } catch {
    return false
  }
}

/** Resolves to `stored` when the app's toast said so. */
export async function confirmStart(page: Page): Promise<Outcome> {
  try {
    await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click({ timeout: TAP_WITHIN_MS })
    await savedToast(page).waitFor({ timeout: TOAST_WITHIN_MS })
    return { kind: 'stored', rowId: null, unchanged: [], isShown: true }
  } catch {
    return { kind: 'unknown' }
  }
}

/** Counts the records in the diary of the day. Resolves to null while the app shows no diary. */
export async function countCards(page: Page): Promise<number | null> {
  try {
    await goTo(page, 'Diario')
    return await Promise.race([page.getByRole('article').count(), sleep(TAP_WITHIN_MS, null)])
  } catch {
    return null
  }
}
