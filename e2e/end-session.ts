import type { Page } from '@playwright/test'
import type { ServerProcess } from './server-process.ts'

/** The server ends the phone's session, as when it was signed out from afar; the phone doesn't know yet. */
export async function endSession(page: Page, { url }: ServerProcess): Promise<void> {
  const [token, key] = await page.evaluate(() => [
    String(JSON.parse(localStorage.getItem('nana-auth') ?? '{}').access_token),
    String(JSON.parse(document.getElementById('settings')?.textContent ?? '{}').anonKey),
  ])
  await fetch(`${url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: key, Authorization: `Bearer ${token}` },
  })
}
