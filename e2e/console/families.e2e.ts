import type { Route } from '@playwright/test'
import { addDays, localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { expectAccessible, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { hold, loseAnswer } from '../kit/answers.ts'
import { sleep } from '../kit/seed.ts'
import { allow, answerRequest, expect, test } from './staff.ts'

// What a family and its consultant have agreed on goes by the database's clock, which is the machine's. The server of
// these stories has another clock than the others', so one worker starts it for all of them.
test.describe.configure({ mode: 'default' })
test.use({ fixedNow: '' })

const today = () => localDateAt(Date.now(), MADRID)

test('the list says who gave access and what needs a look, and shows what is logged as it is', async ({
  consultant: { page },
  letIn,
  account,
  family,
}) => {
  await expect(page.getByRole('heading', { name: 'Todavía no hay ninguna familia' })).toBeVisible()
  await family.born(addDays(today(), -200), 'Lucía')
  await family.logs(sleep('siesta', addDays(today(), -4), '10:00', '11:00'))
  const familyId = await letIn(account, { ends_on: addDays(today(), 10) })
  // Whoever comes back to the window finds it as it is.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  const row = page.getByRole('list', { name: 'Familias' }).getByRole('listitem').filter({ hasText: 'Lucía' })
  await expect(row).toContainText(/Lucía\s*6 meses/)
  await expect(row).toContainText(account.email)
  await expect(row).toContainText(/Acompañamiento hasta el \d.*Acceso hasta el \d/)
  await expect(row.getByRole('list', { name: 'Conviene mirar' })).toHaveText(/^[34] días sin anotar$/)
  await expect(row.getByRole('img', { name: /^Últimos 14 días: 1 por debajo, 13 sin anotar/ })).toBeVisible()

  await family.logs(sleep('siesta', today(), '00:00'))
  await expect(row).toContainText('hoy a las 00:00')
  await expect(row).toContainText('Sin avisos')
  await expect(row.getByRole('img', { name: /1 sin valorar, 12 sin anotar/ })).toBeVisible()
  await row.getByRole('link', { name: 'Lucía' }).click()
  await expect(page).toHaveURL(new RegExp(`#/familia/${familyId}/diario$`))
})

test('a family is asked for leave to look, which can be taken back', async ({
  consultant: { page },
  letIn,
  account,
}) => {
  const sheet = page.getByRole('dialog', { name: 'Pedir acceso a una familia' })
  const open = page.getByRole('button', { name: 'Pedir acceso' }).first()
  const ask = async (email: string) => {
    await sheet.getByLabel('Email de la familia').fill(email)
    await sheet.getByRole('button', { name: 'Pedir acceso' }).click()
  }
  await open.click()
  await ask('nadie@example.org')
  await expect(sheet).toContainText('No hay ninguna cuenta abierta con ese email.')
  await sheet.getByLabel('Motivo').fill('Mirar juntas sus noches.')
  await sheet.getByLabel('Horario de respuesta').fill('Los martes por la tarde')
  await expect(sheet.getByRole('blockquote')).toHaveText('Mirar juntas sus noches.')
  await expect(sheet).toContainText('Contestan: Los martes por la tarde.')
  const [starts, ends] = [
    sheet.getByLabel('Acompañamiento desde'),
    sheet.getByLabel('Hasta', { exact: true }),
  ]
  await starts.fill(addDays(today(), 500))
  await ends.fill(addDays(today(), 520))
  await ask(account.email)
  await expect(sheet.getByRole('alert')).toHaveText('Puede empezar, como mucho, dentro de un año.')
  await starts.fill(today())
  await expect(sheet.getByRole('alert')).toHaveCount(0)
  await ends.fill(addDays(today(), 20))
  await expectAccessible(page)
  await ask(account.email.toUpperCase())
  const requests = page
    .getByRole('list', { name: 'Peticiones sin contestar' })
    .getByRole('listitem')
    .filter({ hasText: account.email })
  await expect(requests).toContainText(/pedida hoy a las? \d/)

  await open.click()
  await expect(sheet.getByLabel('Horario de respuesta')).toHaveValue('Los martes por la tarde')
  await ask(account.email)
  await expect(sheet).toContainText('Ya se lo has pedido y aún no ha contestado.')
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: `Retirar la petición a ${account.email}` }).click()
  await expect(requests).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Familias', exact: true })).toBeFocused()

  // Who has let the consultant in is known to the server first, and to the list a moment later.
  await page.route('**/rpc/consulted_families', (route) => route.abort())
  await letIn(account)
  await open.click()
  await ask(account.email)
  await expect(sheet).toContainText('Esta familia ya te ha dado acceso')
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await page.unroute('**/rpc/consulted_families')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  const row = page.getByRole('list', { name: 'Familias' }).getByRole('listitem')
  await expect(row.filter({ hasText: account.email })).toBeVisible()
  await open.click()
  await ask(account.email)
  await expect(sheet).toContainText('Esta familia ya te deja ver su diario hasta el')
})

test('a request that is left by Escape is there when it is asked for again; one press discards it, and one brings it back', async ({
  consultant: { page },
}) => {
  const sheet = page.getByRole('dialog', { name: 'Pedir acceso a una familia' })
  const open = page.getByRole('button', { name: 'Pedir acceso' }).first()
  const email = sheet.getByLabel('Email de la familia')
  const purpose = sheet.getByLabel('Motivo')
  await open.click()
  await email.fill('ana@example.org')
  await purpose.fill('Mirar juntas sus noches.')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await open.click()
  await expect(purpose).toHaveValue('Mirar juntas sus noches.')
  await expect(email).toHaveValue('ana@example.org')
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await open.click()
  await expect(purpose).toHaveValue('Mirar juntas sus noches.')
})

test('a request that is closed on its way is there when its answer is lost, and sent again it is the same one', async ({
  consultant: { page },
  account,
}) => {
  const sheet = page.getByRole('dialog', { name: 'Pedir acceso a una familia' })
  const open = page.getByRole('button', { name: 'Pedir acceso' }).first()
  let lose = () => {}
  const lost = new Promise<void>((resolve) => {
    lose = resolve
  })
  const loseThen = async (route: Route) => {
    await route.fetch()
    await lost
    await route.abort()
  }
  await page.route('**/rpc/ask_family', loseThen, { times: 1 })
  await open.click()
  await sheet.getByLabel('Email de la familia').fill(account.email)
  await sheet.getByLabel('Motivo').fill('Mirar juntas sus noches.')
  await sheet.getByRole('button', { name: 'Pedir acceso' }).click()
  await expect(sheet.getByRole('button', { name: 'Pidiendo...' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await expect(sheet).toBeHidden()
  lose()
  await expect(
    page.getByText(`No sabemos si la petición a ${account.email} ha llegado`).first(),
  ).toBeVisible()
  const requests = page.getByRole('list', { name: 'Peticiones sin contestar' }).getByRole('listitem')
  await expect(requests).toHaveCount(1)
  await open.click()
  await expect(sheet.getByLabel('Motivo')).toHaveValue('Mirar juntas sus noches.')
  await sheet.getByRole('button', { name: 'Pedir acceso' }).click()
  await expect(page.getByText('Petición enviada', { exact: true })).toBeVisible()
  await expect(requests).toHaveCount(1)
})

test('a no takes the place of the request that waited, and stays to be read', async ({
  consultant: { page, call },
  server,
  account,
}) => {
  const purpose = 'Ver sus noches.'
  const dates = { starts_on: today(), ends_on: addDays(today(), 20), hours: '' }
  await call('ask_family', { email: account.email, purpose, ...dates })
  const requests = page.getByRole('list', { name: 'Peticiones sin contestar' })
  await expect(requests).toContainText(account.email)
  await answerRequest(server, account, false)
  const closed = page.getByRole('list', { name: 'Familias sin acceso' }).getByRole('listitem')
  await expect(closed).toHaveText(new RegExp(`^${account.email} dijo que no hoy a las? \\d`))
  await expect(requests).toHaveCount(0)
  await page.setViewportSize({ width: 375, height: 667 })
  await expectFitsWidth(page)
  await expectAccessible(page)
})

test('a family whose account is put out of use says so where it was listed', async ({
  consultant: { page },
  letIn,
  server,
  account,
}) => {
  await letIn(account)
  const listed = page.getByRole('list', { name: 'Familias', exact: true }).getByText(account.email)
  await expect(listed).toBeVisible()
  await server.admin('disable-user', account.email)
  const closed = page.getByRole('list', { name: 'Familias sin acceso' }).getByRole('listitem')
  await expect(closed).toHaveText(`${account.email} su cuenta está cerrada`)
  await expect(listed).toHaveCount(0)
})

test('the list by the keyboard alone, for whoever hears it, and on a phone', async ({
  consultant: { page },
  letIn,
  server,
  account,
  family,
}, info) => {
  await family.born(addDays(today(), -200), 'Íñigo')
  await letIn(account)
  const other = await server.createAccount(`zoe-${info.testId}-${info.repeatEachIndex}@example.org`)
  await letIn(other)
  await page.reload()
  const rows = page.getByRole('list', { name: 'Familias' }).locator('> li:not([aria-hidden])')
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Buscar' }).focus()
  await page.keyboard.type('inigo')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('1 de 2 familias')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Ordenar por' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('combobox')).toHaveValue('name')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Íñigo' })).toBeFocused()
  await page.setViewportSize({ width: 375, height: 700 })
  await expectFitsWidth(page)
  await expectAccessible(page)
  // A row's link is as large as its row.
  expect((await smallTargets(page)).filter((target) => !target.startsWith('Íñigo'))).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/familia\//)
})

test('an answer that comes late leaves alone what is being written to another family', async ({
  consultant: { page },
  server,
  account,
}, info) => {
  const sheet = page.getByRole('dialog', { name: 'Pedir acceso a una familia' })
  const open = page.getByRole('button', { name: 'Pedir acceso' }).first()
  const release = await hold(page.context(), '**/rpc/ask_family')
  await open.click()
  await sheet.getByLabel('Motivo').fill('   ')
  await sheet.getByLabel('Email de la familia').fill(account.email)
  await sheet.getByRole('button', { name: 'Pedir acceso' }).click()
  await expect(sheet.getByLabel('Motivo')).toBeFocused()
  await expect(sheet).toContainText('Escribe para qué pides el acceso')
  await sheet.getByLabel('Motivo').fill('Ver sus siestas.')
  await sheet.getByRole('button', { name: 'Pedir acceso' }).click()
  await expect(sheet.getByRole('button', { name: 'Pidiendo...' })).toBeVisible()
  // What is on its way is what stands there.
  for (const field of await sheet.locator('input, textarea').all()) await expect(field).not.toBeEditable()
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await open.click()
  await sheet.getByLabel('Email de la familia').fill('otra@example.org')
  release()
  await expect(page.getByText(`${account.email} la verá en su app.`).first()).toBeVisible()
  await expect(sheet.getByLabel('Email de la familia')).toHaveValue('otra@example.org')
  await sheet.getByRole('button', { name: 'Cancelar' }).click()

  const other = await server.createAccount(`dos-${info.testId}-${info.repeatEachIndex}@example.org`)
  await open.click()
  await sheet.getByLabel('Email de la familia').fill(other.email)
  await sheet.getByRole('button', { name: 'Pedir acceso' }).click()
  const retract = page.getByRole('button', { name: `Retirar la petición a ${other.email}` })
  await expect(retract).toBeVisible()
  // The family says yes, and the list doesn't hear of it yet.
  await page.route('**/rpc/consulted_families', (route) => route.abort())
  await allow(server, other)
  await retract.click()
  await expect(page.getByText('La familia ya ha contestado.').first()).toBeVisible()
  await expect(retract).toBeFocused()

  // Whoever is elsewhere by the time of the answer stays there, also at another family's request.
  const letGo = await hold(page.context(), '**/rpc/withdraw_request')
  await page.getByRole('button', { name: `Retirar la petición a ${account.email}` }).click()
  await retract.focus()
  letGo()
  await expect(page.getByText('Petición retirada', { exact: true })).toBeVisible()
  await expect(retract).toBeFocused()
})

test('rows are drawn as far as they can be seen, however much stands over them', async ({
  consultant: { page, call },
  letIn,
  server,
}, info) => {
  const make = (name: string) =>
    server.createAccount(`${name}-${info.testId}-${info.repeatEachIndex}@example.org`)
  for (let number = 0; number < 15; number += 1) {
    const { email } = await make(`pide-${number}`)
    const until = addDays(today(), 28)
    await call('ask_family', { email, purpose: 'Ver.', starts_on: today(), ends_on: until, hours: '' })
  }
  for (let number = 0; number < 12; number += 1) await letIn(await make(`entra-${number}`))
  await page.setViewportSize({ width: 375, height: 667 })
  await page.reload()
  const list = page.getByRole('list', { name: 'Familias' })
  await expect(list.getByRole('link').first()).toBeVisible()
  await expect(page.getByText('12 familias')).toBeVisible()
  const end = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  for (const share of [1, 0.8, 0.6]) {
    await page.evaluate((top) => scrollTo(0, top), (await end()) * share)
    // Where the window is full of the list, its middle shows a row.
    const isRow = () =>
      page.evaluate(() => Boolean(document.elementFromPoint(180, 380)?.closest('[aria-posinset]')))
    await expect.poll(isRow).toBe(true)
  }
})

test('whoever withdraws requests is led to those that are left, and then to the page, when the answers are lost too', async ({
  consultant: { page, call },
  server,
}, info) => {
  for (const name of ['una', 'otra']) {
    const { email } = await server.createAccount(`${name}-${info.testId}-${info.repeatEachIndex}@example.org`)
    const until = addDays(today(), 28)
    await call('ask_family', { email, purpose: 'Ver.', starts_on: today(), ends_on: until, hours: '' })
  }
  await page.reload()
  for (const title of ['Peticiones sin contestar', 'Familias']) {
    await loseAnswer(page, '**/rpc/withdraw_request')
    await page
      .getByRole('button', { name: /^Retirar la petición/ })
      .first()
      .press('Enter')
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeFocused()
  }
})
