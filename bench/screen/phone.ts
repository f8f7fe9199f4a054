import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import type { Family } from '../family.ts'
import { watchPage } from './watch-page.ts'

/** The page runs this many times slower than on this machine, as a phone's processor would. */
export const CPU_THROTTLE = 4

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
]

/** The browser has a profile on the disk, so that what it calls durable really is written there. */
export async function withPhone<T>(
  browserPath: string,
  work: (phone: BrowserContext) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'nana-bench-phone-'))
  const phone = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    args: BROWSER_FLAGS,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
  })
  try {
    await phone.addInitScript(watchPage)
    return await work(phone)
  } finally {
    await phone.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Opens a page as slow as on a phone. `withPhone` has put the watching script into every page. */
export async function openPage(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage()
  const tools = await phone.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
  return page
}

export async function signIn(page: Page, { email, password }: Family): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await recordsShown(page)
}

/** Resolves to the milliseconds from the beginning of the navigation until the day's first record was painted. */
export async function recordsShown(page: Page): Promise<number> {
  const shown = await page.waitForFunction(() => window.watched.shownAt, null, { timeout: 300_000 })
  return (await shown.jsonValue()) ?? 0
}

/** Resolves to the milliseconds from the beginning of the navigation until the app was painted, and answered. */
export async function appAnswers(page: Page): Promise<number> {
  const answered = await page.waitForFunction(() => window.watched.answersAt, null, { timeout: 300_000 })
  return (await answered.jsonValue()) ?? 0
}

export function tab(page: Page, name: 'Diario' | 'Gráfico' | 'Añadir descanso' | 'Plan' | 'BSC'): Locator {
  return page.getByRole('navigation', { name: 'Secciones' }).getByRole('button', { name, exact: true })
}
