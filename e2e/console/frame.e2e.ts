import type { Page } from '@playwright/test'
import { addDays, localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { totpCode } from '../../server/testing/totp-code.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { countWaiting, keepSession, leftOnPhone, whatIsKept } from '../kit/phone-session.ts'
import { expect, test } from './staff.ts'

/* What stands around every page of the console. */

test.use({ fixedNow: '' })

test('each page has its title, which is said when it changes, and names no family', async ({
  consultant: { page },
  letIn,
  account,
  family,
}) => {
  await family.born(addDays(localDateAt(Date.now(), MADRID), -200), 'Lucía')
  const familyId = await letIn(account)
  await expect(page).toHaveTitle('Familias · Consola · Nana')
  const said = page.locator('[aria-live=polite].sr')
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await expect(page).toHaveTitle('Plantillas · Consola · Nana')
  await expect(said).toHaveText('Plantillas')
  await page.goto(`${page.url().split('#')[0]}#/familia/${familyId}/plan`)
  await expect(page.getByRole('heading', { name: 'Lucía' })).toBeVisible()
  await expect(page).toHaveTitle('Plan de una familia · Consola · Nana')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveTitle('Consola · Nana')
})

test('a page that can’t be drawn says what can be done, and the others go on', async ({
  consultant: { page, errors },
}) => {
  const broken = page.getByRole('main').getByRole('alert')
  const unsaved = 'Lo que tengas sin enviar o sin guardar se pierde al recargar'
  await page.route('**/rest/v1/rpc/consulted_families', async (route) => {
    const response = await route.fetch()
    const requests = [{ id: 'r1', email: 'familia@example.org', asked_at: 'no moment at all' }]
    await route.fulfill({ response, json: { ...(await response.json()), requests } })
  })
  await page.reload()
  await expect(broken.getByRole('heading', { name: 'Algo ha fallado en la consola' })).toBeVisible()
  await expect(broken).not.toContainText(unsaved)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await page.getByLabel('Nombre').fill('A medias')
  await expect(broken).toHaveCount(0)
  await page.getByRole('link', { name: 'Familias', exact: true }).click()
  await expect(broken).toContainText(unsaved)
  expect(errors.splice(0).join()).toContain('RangeError')

  await page.unroute('**/rest/v1/rpc/consulted_families')
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByRole('heading', { name: 'Familias', level: 1 })).toBeVisible()
  await expect(broken).toHaveCount(0)
})

test('a part of a family that can’t be drawn leaves the others', async ({
  consultant: { page, errors, open },
  letIn,
  account,
}) => {
  const broken = page.getByRole('main').getByRole('alert')
  const parts = page.getByRole('navigation', { name: 'Partes de la familia' })
  await page.route('**/rest/v1/rpc/consulted_family', async (route) => {
    const response = await route.fetch()
    const answer = { reply: null, replied_by: null, replied_at: null }
    const questions = [{ id: 'q1', question: '¿Y hoy?', asked_at: 'no moment at all', ...answer }]
    await route.fulfill({ response, json: { ...(await response.json()), questions } })
  })
  await open(`familia/${await letIn(account)}/acompanamiento`)
  await expect(broken.getByRole('heading', { name: 'Algo ha fallado en la consola' })).toBeVisible()
  await parts.getByRole('link', { name: 'Diario' }).click()
  await expect(page.getByRole('region', { name: 'Diario del día' })).toBeVisible()
  await expect(broken).toHaveCount(0)
  expect(errors.splice(0).join()).toContain('RangeError')
})

test('signing out asks about the console alone: what waits in a diary of its own is sent after the next sign-in', async ({
  consultant: { page },
  server,
}) => {
  await page.goto(`${server.url}/`)
  await page.getByLabel('A qué hora despertó?').fill('00:00')
  await page.context().route('**/rest/v1/sleep_records*', (route) => route.abort())
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: 'Empieza el día' }).click()
  await expect.poll(() => countWaiting(page)).toBe(1)
  await page.goto(`${server.url}/consola`)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })
  await expect(question.getByRole('button')).toHaveText(['Cancelar', 'Cerrar sesión'])
  await question.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByLabel('Contraseña')).toBeVisible()
  // The copy of the session goes a little later.
  await expect
    .poll(() => leftOnPhone(page))
    .toEqual({
      databases: expect.arrayContaining([expect.stringMatching(/^nana-(?!session)/)]),
      storage: expect.not.arrayContaining(['nana-leaving']),
    })
})

test('a session that is ended elsewhere takes a diary of its own off the computer, but for what it hadn’t sent', async ({
  consultant: { page, account },
  server,
}) => {
  await page.goto(`${server.url}/`)
  await expect(page.getByLabel('A qué hora despertó?')).toBeVisible()
  // The new diary's own rows have gone to the server and come back.
  await expect
    .poll(() => whatIsKept(page))
    .toEqual({ baby_info: 1, sleep_plans: 1, meta: expect.any(Number) })
  await page.getByLabel('A qué hora despertó?').fill('00:00')
  await page.context().route('**/rest/v1/sleep_records*', (route) => route.abort())
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: 'Empieza el día' }).click()
  await expect.poll(() => whatIsKept(page)).toMatchObject({ outbox: 1, baby_info: 1 })
  await page.goto(`${server.url}/consola`)
  await expect(page.getByRole('heading', { name: 'Todavía no hay ninguna familia' })).toBeVisible()
  const { access_token: token } = await server.signIn(account)
  const ended = await fetch(`${server.url}/auth/v1/logout?scope=others`, {
    method: 'POST',
    headers: { apikey: await server.publicKey(), Authorization: `Bearer ${token}` },
  })
  expect(ended.ok).toBe(true)
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await expect(page.getByText('aquí solo queda lo que no se había enviado')).toBeVisible()
  await expect.poll(() => whatIsKept(page)).toEqual({ outbox: 1, meta: 1 })
})

test('what gets the focus is not behind the bar', async ({ consultant: { page }, letIn, server }, info) => {
  for (let number = 0; number < 6; number += 1) {
    await letIn(
      await server.createAccount(`familia-${number}-${info.testId}-${info.repeatEachIndex}@example.org`),
    )
  }
  await page.setViewportSize({ width: 375, height: 667 })
  await page.reload()
  const links = page.getByRole('list', { name: 'Familias' }).getByRole('link')
  await expect(links).toHaveCount(6)
  await links.last().focus()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  for (let number = 5; number > 0; number -= 1) {
    await page.keyboard.press('Shift+Tab')
    const [bar, link] = [
      await page.getByRole('banner').boundingBox(),
      await page.locator(':focus').boundingBox(),
    ]
    expect(link?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  }
})

test('a server that still doesn’t answer is said to, and the console opens as soon as it does', async ({
  consultant: { page },
}) => {
  await page.route('**/rpc/my_staff_role', (route) => route.abort('internetdisconnected'))
  await page.reload()
  const again = page.getByRole('button', { name: 'Volver a probar' })
  await again.click()
  await expect(page.getByText('El servidor sigue sin contestar.')).toBeVisible()
  await page.unroute('**/rpc/my_staff_role')
  await again.click()
  await expect(page.getByRole('heading', { name: 'Todavía no hay ninguna familia' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Familias', exact: true })).toBeFocused()
})

test('who works here turns the second factor on first, and then nothing but the way in is offered', async ({
  page,
  context,
  account,
  server,
}) => {
  await server.admin('staff', account.email, '--role', 'consultant', '--name', 'Eva')
  await keepSession(context, server, (userAgent) => server.signIn(account, userAgent))
  await page.goto(`${server.url}/consola`)
  await turnFactorOn(page)
  await expect(page.getByRole('switch')).toHaveCount(0)
  await page.getByRole('button', { name: 'Entrar en la consola' }).click()
  await expect(page.getByRole('heading', { name: 'Todavía no hay ninguna familia' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Familias', exact: true })).toBeFocused()
})

test('who turns the second factor off while a family is open is asked for it again, and finds what was typed', async ({
  consultant: { page, open },
  letIn,
  account,
  family,
}) => {
  await family.born(addDays(localDateAt(Date.now(), MADRID), -200), 'Lucía')
  await family.plans({})
  const familyId = await letIn(account)
  await open(`familia/${familyId}/acompanamiento`)
  const sentence = page.getByLabel('En una frase')
  await sentence.fill('Un solo cambio: dos siestas.')
  await turnFactorOff(page)
  await expect(page.getByRole('heading', { name: 'Activa el segundo factor' })).toBeVisible()
  await turnFactorOn(page)
  await page.getByRole('button', { name: 'Entrar en la consola' }).click()
  await expect(sentence).toHaveValue('Un solo cambio: dos siestas.')
})

async function turnFactorOn(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Verificación en dos pasos' }).click()
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByLabel('Código de seis números').fill(totpCode(secret))
  const codes = page.getByRole('alertdialog', { name: 'Códigos de recuperación' })
  await expect(codes.locator('code')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Ya los tengo' }).click()
}

/** In the diary that this account has of its own, in another tab. */
async function turnFactorOff(page: Page): Promise<void> {
  const diary = await page.context().newPage()
  await diary.goto(new URL('/', page.url()).href)
  await diary.getByRole('button', { name: 'Plan' }).click()
  const toggle = diary.getByRole('switch', { name: 'Verificación en dos pasos' })
  await toggle.click()
  await diary.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(toggle).not.toBeChecked()
  await diary.close()
}

test('a console that stayed open over a deployment offers the new one when a late part is gone, asks before it drops what is typed, and blames the network for nothing else', async ({
  consultant: { page, open },
  letIn,
  account,
  family,
  server,
}) => {
  await family.born(addDays(localDateAt(Date.now(), MADRID), -200), 'Lucía')
  await family.plans({})
  const familyId = await letIn(account)
  const [late, whole] = ['**/consola/assets/PrintPreview*.js', `${server.url}/consola`]
  const offer = page.getByRole('button', { name: 'Nueva versión: recargar' })
  const print = page.getByRole('button', { name: 'Imprimir' })
  const blame = page.getByText(
    'No se pudo abrir el diario para imprimir. Revisa tu conexión y vuelve a probar.',
    { exact: true },
  )
  await page.route(late, (route) => route.abort('internetdisconnected'))
  await open(`familia/${familyId}/diario`)
  await page.route(whole, (route) => route.abort('internetdisconnected'))
  await print.click()
  await expect(blame).toBeVisible()
  await expect(offer).toHaveCount(0)

  await page.unroute(late)
  await page.unroute(whole)
  await page.route(late, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.route(whole, async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({
      body: body.replace(/(<meta name="build" content=")/, '$1next-'),
      contentType: 'text/html',
    })
  })
  await print.click()
  const said = page.getByRole('region', { name: /^Avisos/ })
  await expect(said.getByText('Hay una nueva versión.')).toBeVisible()
  await expect(blame).toHaveCount(0)
  await page.unroute(late)
  await page.unroute(whole)

  // What is typed is in memory alone: it isn't lost unasked, and the browser doesn't ask once more.
  await page.route('**/rpc/save_note', (route) => route.abort())
  await page.getByRole('link', { name: 'Acompañamiento' }).click()
  const note = page.getByLabel('Tus notas sobre esta familia')
  await note.fill('Duerme mejor en brazos.')
  await expect(page.getByText(/Sin guardar: el servidor no contesta/)).toBeVisible()
  await offer.click()
  const question = page.getByRole('alertdialog', { name: '¿Recargar la consola?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(offer).toBeFocused()
  await expect(note).toHaveValue('Duerme mejor en brazos.')
  await offer.click()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  const loadedAnew = page.waitForEvent('load')
  await question.getByRole('button', { name: 'Recargar y perderlas' }).click()
  await loadedAnew
  expect(asked).toEqual([])
  await expect(note).toHaveValue('')
  await page.getByRole('link', { name: 'Diario' }).click()
  await print.click()
  await expect(page.getByRole('dialog', { name: 'Diario para imprimir' })).toBeVisible()
})
