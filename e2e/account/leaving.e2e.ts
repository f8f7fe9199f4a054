import type { Page } from '@playwright/test'
import type { Carer } from '../kit/carer.ts'
import { expect, test } from '../kit/own-browser.ts'
import { leftOnPhone } from '../kit/phone-session.ts'

/* Whoever presses «Cerrar sesión» is out from that moment, whatever becomes of the page, the network or the phone. */

test.use({ serviceWorkers: 'allow' })

/** The call that ends the session at the server never leaves this page; one that is only held leaves as it closes. */
async function keepFromServer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const send = window.fetch.bind(window)
    const stay = (signal: AbortSignal | null | undefined) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    window.fetch = (input, init) =>
      typeof input === 'string' && input.includes('/logout') ? stay(init?.signal) : send(input, init)
  })
}

/** This tab is the one that finishes a leaving, and never comes to an end. Which of two would be is chance. */
function getStuckLeaving(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        void navigator.locks.request('nana-leaving', () => {
          resolve()
          return new Promise(() => {})
        })
      }),
  )
}

async function openDiary(open: () => Promise<Carer>): Promise<Carer> {
  const carer = await open()
  await carer.signInHere()
  await carer.logWakeUp()
  await carer.whenAllSent()
  return carer
}

/** Sees that the page asks for the email, and that in the end nothing of the family is on the phone. */
async function expectOut(page: Page): Promise<void> {
  await expect(page.getByLabel('Email')).toBeVisible()
  // The button works, so the script has started, and the screen is still the login. A browser that was killed may have
  // lost that there is a session to be left, and draws the login once more when it has found that on the disk.
  await expect(async () => {
    const show = page.getByRole('button', { name: 'Mostrar' })
    if (await show.isVisible()) await show.click({ timeout: 1_000 })
    await expect(page.getByRole('button', { name: 'Ocultar' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toHaveCount(0)
  await expect.poll(() => leftOnPhone(page)).toEqual({ databases: [], storage: [] })
}

test('a page that is closed right after the press: the next one asks for the email and empties the phone', async ({
  newTab,
}) => {
  const carer = await openDiary(newTab)
  await keepFromServer(carer.page)
  await carer.signOut()
  await carer.page.close()
  await expectOut((await newTab()).page)
})

test('a second tab asks for the email at once, and finishes what the first can’t any more', async ({
  newTab,
}) => {
  const carer = await openDiary(newTab)
  const other = await newTab()
  await expect(other.records).toContainText('Hora: 08:20')
  await getStuckLeaving(carer.page)
  await carer.signOut()
  await expect(other.page.getByText('Se está cerrando la sesión')).toBeVisible()
  await carer.page.close()
  await expectOut(other.page)
})

test('without a network, and with the page closed: the phone is empty, and stays out once the network is back', async ({
  newTab,
  context,
  server,
}) => {
  const carer = await openDiary(newTab)
  await carer.loseNetwork()
  await carer.signOut()
  await carer.page.close()
  const next = await newTab()
  await expectOut(next.page)
  await context.setOffline(false)
  await next.page.goto(server.url)
  await expectOut(next.page)
})

for (const { when, isHeld } of [
  { when: 'while the server is silent', isHeld: true },
  { when: 'when all is over', isHeld: false },
]) {
  test(`a browser that is killed ${when} brings no session back`, async ({ ownBrowser, ownServer }) => {
    const carer = await openDiary(() => ownBrowser.open())
    if (isHeld) await keepFromServer(carer.page)
    await carer.signOut()
    if (!isHeld) {
      await carer.whenSignedOut()
      await expect(carer.page.getByText('Se está cerrando la sesión')).toHaveCount(0)
    }
    await expect(carer.page.getByLabel('Email')).toBeVisible()
    await ownBrowser.killAndRestart()
    // The server would refuse a session that is over, so it must not be there to help.
    await ownServer.kill()
    await expectOut((await ownBrowser.open()).page)
  })
}

test('only a server that answers that it couldn’t brings the diary back, and says so', async ({
  newTab,
  context,
}) => {
  const carer = await openDiary(newTab)
  await keepFromServer(carer.page)
  await carer.signOut()
  await carer.page.close()
  await context.route('**/auth/v1/logout**', (route) =>
    route.fulfill({ status: 422, json: { msg: 'Ahora no' } }),
  )
  const next = await newTab()
  await next.expectToast('Sign out Failed', 'Ahora no')
  await expect(next.records).toContainText('Hora: 08:20')
  await next.reload()
  await expect(next.records).toContainText('Hora: 08:20')
})

test('who signs in while the phone is being emptied waits for that, and finds the diary', async ({
  newTab,
}) => {
  const carer = await openDiary(newTab)
  await keepFromServer(carer.page)
  await carer.signOut()
  await expect(carer.page.getByText('Se está cerrando la sesión')).toBeVisible()
  await carer.signInHere()
  await expect(carer.records).toContainText('Hora: 08:20')
})
