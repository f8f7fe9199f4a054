import type { BrowserContext, Page } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { refuse } from '../kit/answers.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { fillDisk, freeDisk } from '../kit/full-disk.ts'
import { endSession } from '../kit/phone-session.ts'
import { sleep, test } from '../kit/seed.ts'

test.use(WITH_MOTION)

const TODAY = '2025-08-11'

const logo = (page: Page) => page.getByRole('img', { name: 'Nana' }).locator('visible=true')

/** Makes the server answer every call of the tables with this status. */
async function answerAll(context: BrowserContext, status: number): Promise<void> {
  const json = { code: 'PGRST301', message: 'no', details: null, hint: null }
  await context.route(/\/rest\/v1\//, (route) => route.fulfill({ status, json }))
}

test('offline says so and how much waits, then that it is sent; nothing below moves', async ({
  phone,
  context,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.logWakeUp()
  await phone.whenAllSent()
  const title = page.getByRole('heading', { name: 'Hoy', exact: true })
  await atRest(page)
  const place = await title.boundingBox()
  await context.setOffline(true)
  await expect(phone.seen('Sin conexión')).toBeVisible()
  await expect.poll(() => title.boundingBox()).toEqual(place)
  await phone.deleteRecord()
  await phone.logWakeUp()
  await expect(phone.seen(/^Sin conexión · \d registros? por enviar$/)).toBeVisible()
  await expect(phone.records.getByRole('img', { name: 'Por enviar' })).toBeVisible()
  await phone.goTo('Plan')
  await context.setOffline(false)
  await expect(phone.seen('Todo enviado')).toBeVisible()
  await expect(logo(page)).toBeVisible()
  await expect(phone.seen('Todo enviado')).toHaveCount(0)
  await phone.goTo('Diario')
  await expect.poll(() => title.boundingBox()).toEqual(place)
})

for (const status of [401, 503]) {
  test(`a server that answers ${status} for good: the service is away, what is logged waits and arrives`, async ({
    phone,
    context,
    family,
  }) => {
    await phone.signIn()
    await answerAll(context, status)
    await phone.logWakeUp()
    await phone.expectToast('¡Despertar registrado!')
    await expect(phone.seen('Servicio no disponible · 1 registro por enviar')).toBeVisible()
    await context.unrouteAll()
    await expect(phone.seen('Todo enviado')).toBeVisible()
    await expect.poll(() => family.records()).toMatchObject([{ time: '08:20' }])
  })
}

test('one try that fails is no news', async ({ phone, page, context }) => {
  await phone.signIn()
  await page.evaluate(() => {
    const words = new Set<string>()
    Reflect.set(window, 'saidWords', words)
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role=status]')) words.add(status.textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  let failures = 0
  await context.route(/\/rest\/v1\//, async (route) => {
    failures += 1
    if (failures === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  await phone.logWakeUp()
  await expect.poll(() => failures).toBeGreaterThan(2)
  await phone.whenAllSent()
  const said = await page.evaluate(() => [...Reflect.get(window, 'saidWords')].join())
  expect(said).not.toContain('Sin conexión')
})

test('several refused changes are shown one by one; each is retried or given up by itself', async ({
  phone,
  context,
  family,
}) => {
  const { page } = phone
  await family.logs(
    sleep('siesta', TODAY, '10:00', '11:00', 'buena'),
    sleep('noche', TODAY, '00:30', '07:00'),
  )
  await phone.signIn()
  await refuse(context, 'PATCH', 'sleep_records')
  await refuse(context, 'DELETE', 'sleep_records')
  const nap = phone.records.filter({ hasText: '10:00' })
  const night = phone.records.filter({ hasText: '00:30' })
  await nap.getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('radio', { name: 'Mala' }).check()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(nap.getByRole('img', { name: 'No se pudo enviar' })).toBeVisible()
  await phone.deleteRecord('00:30')
  await expect(phone.seen('2 cambios no se pudieron enviar')).toBeVisible()
  await expect(night.getByRole('img', { name: 'No se pudo enviar' })).toBeVisible()

  await phone.seenButton('Ver').click()
  const list = page.getByRole('dialog', { name: 'Cambios sin enviar' })
  const change = (text: string) => list.getByRole('listitem').filter({ hasText: text })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await change('Noche, Hoy 00:30').getByRole('button', { name: 'Descartar' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Descartar lo que no se pudo enviar?' })
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(phone.seen('Un cambio no se pudo enviar')).toBeVisible()
  await expect(night.getByRole('img', { name: 'No se pudo enviar' })).toBeHidden()
  await context.unrouteAll()
  await phone.seenButton('Reintentar').click()
  await expect(nap.getByRole('img', { name: 'No se pudo enviar' })).toBeHidden()
  await expect
    .poll(async () => new Set((await family.records()).map(({ quality }) => quality)))
    .toEqual(new Set(['mala', null]))
})

test('several refused changes are sent again with one tap', async ({ phone, page, context, family }) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'), sleep('siesta', TODAY, '12:00', '13:00'))
  await phone.signIn()
  await refuse(context, 'DELETE', 'sleep_records')
  for (const start of ['10:00', '12:00']) await phone.deleteRecord(start)
  await expect(phone.seen('2 cambios no se pudieron enviar')).toBeVisible()
  await context.unrouteAll()
  await phone.seenButton('Ver').click()
  const list = page.getByRole('dialog', { name: 'Cambios sin enviar' })
  await list.getByRole('button', { name: 'Reintentar todos' }).click()
  await expect(list).toBeHidden()
  await expect.poll(() => family.countRecords()).toBe(0)
})

test('without room for what comes from elsewhere it says that, fetches it rarely, and has it when there is room', async ({
  phone,
  context,
  family,
}) => {
  const { page } = phone
  await family.born('2025-01-11')
  await family.plans({})
  await family.logs(sleep('siesta', TODAY, '08:00', '09:00'))
  await phone.signIn()
  await expect(phone.records).toHaveCount(1)
  await fillDisk(page, 'downloads')
  let downloads = 0
  await context.route(/sleep_records\?select/, (route) => {
    downloads += 1
    return route.continue()
  })
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
  await expect(phone.seen('Sin espacio en este dispositivo')).toBeVisible()
  const before = downloads
  const told = page.waitForResponse(/events\/v1\/changes/)
  await family.logs(sleep('siesta', TODAY, '12:00', '13:00'))
  await told
  await phone.goTo('Plan')
  await expect(phone.seen('Sin espacio en este dispositivo')).toBeVisible()
  expect(downloads).toBe(before)

  await freeDisk(page)
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await phone.goTo('Diario')
  await expect(phone.records).toHaveCount(3)
  await expect(phone.seen('Sin espacio en este dispositivo')).toHaveCount(0)
})

test('a server that asked for a long silence is asked again as soon as the network is another', async ({
  phone,
  context,
  family,
}) => {
  await phone.signIn()
  const asked = phone.page.waitForResponse((response) => response.status() === 429)
  await context.route(/\/rest\/v1\//, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '600' },
      json: { code: '', message: 'later', details: null, hint: null },
    }),
  )
  await phone.logWakeUp()
  await asked
  await context.setOffline(true)
  await context.unrouteAll()
  await context.setOffline(false)
  await expect.poll(() => family.records()).toMatchObject([{ time: '08:20' }])
})

test('a session the server ended leads to the login, which says so; what waited is sent after it', async ({
  phone,
  account,
  server,
  family,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.loseApi()
  await phone.logWakeUp()
  await expect(phone.seen('Sin conexión · 1 registro por enviar')).toBeVisible()
  await endSession(page, server)
  await phone.regainApi()
  await expect(page.getByText(/^Tu sesión ha caducado\./)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.reload()
  await expect(page.getByText(/^Tu sesión ha caducado\./)).toBeVisible()
  await page.getByLabel('Contraseña').fill(account.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(phone.records).toContainText('Hora: 08:20')
  await expect.poll(() => family.records()).toMatchObject([{ time: '08:20' }])

  await phone.signOut()
  await phone.whenSignedOut()
  await expect(page.getByText('Tu sesión ha caducado')).toHaveCount(0)
})
