import type { Page } from '@playwright/test'
import type { SleepPlan } from '../../core/plan/plan.ts'
import { addDays } from '../../core/time/time.ts'
import { expectAccessible, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { withoutPolls } from '../kit/phones/without-polls.ts'
import { type LoggedRecord, sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { asksBeforeClosing, test as base, expect } from './staff.ts'

const TODAY = '2025-08-11'
/** A support that began six weeks before the story's day; the database goes by the machine's clock. */
const SUPPORT = { starts_on: '2025-06-30', ends_on: '2030-06-30' }
const DIARY = 'Diario del día'
/** Each of its ten values is another one than in the plan that families begin with, which has no fourth nap. */
const ANOTHER_PLAN: Partial<SleepPlan> = {
  first_wake_window: '2h 00min',
  naps_count: 4,
  naps: ['2h 10min', '2h 20min', '2h 40min', '2h 50min'].map((wakeWindow) => ({ duration: 60, wakeWindow })),
  night_bedtime: '21:15',
}

interface FamilyFixtures {
  /** Opens a part of the family that has let the consultant in, whose baby is Lucía. */
  openFamily: (part: string, before?: (page: Page) => Promise<void>) => Promise<Page>
  /**
   * What the family reads of who looked, as the parts of its own rows, without the summary: the list of families,
   * which is open before the family's page, may have shown it.
   */
  views: () => Promise<string[]>
  /** Takes the consultant's access back, as the family's tap does. */
  takeBack: () => Promise<void>
}

const test = base.extend<FamilyFixtures>({
  openFamily: async ({ consultant, letIn, account, family }, handOver) => {
    await family.born('2025-01-11', 'Lucía')
    await family.plans({})
    const familyId = await letIn(account, SUPPORT)
    await handOver(async (part, before) => {
      await before?.(consultant.page)
      await consultant.open(`familia/${familyId}/${part}`)
      return consultant.page
    })
  },
  views: async ({ server, account }, handOver) => {
    await handOver(async () => {
      const path = 'access_history?event=eq.viewed&select=part&part=neq.summary&order=part'
      const { access_token: token } = await server.signIn(account)
      const headers = { apikey: await server.publicKey(), Authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.url}/rest/v1/${path}`, { headers })
      const rows = (await answer.json()) as { part: string }[]
      return rows.map(({ part }) => part)
    })
  },
  takeBack: async ({ server, asFamily, consultant }, handOver) => {
    await handOver(async () => {
      const { user } = await server.signIn(consultant.account)
      await asFamily('end_access', { account_id: user.id })
    })
  },
})

/** What the page's browser says of whether somebody can see it. */
function see(state: string): void {
  Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** So many whole days up to yesterday, each with a night from that bedtime on. */
function days(count: number, until: number, bedtime: string, napUntil = '11:00'): LoggedRecord[] {
  return Array.from({ length: count }, (_, index) => addDays(TODAY, index - until)).flatMap((date) => [
    wakeUp(date, '07:30'),
    sleep('siesta', date, '10:00', napUntil),
    sleep('noche', date, bedtime, '07:00'),
  ])
}

const diaryOf = (page: Page) => page.getByRole('region', { name: DIARY })
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Partes de la familia' }).getByRole('link', { name })

/** All that the browser keeps for the console's address: names of databases, and what lies beside them. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const beside = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage))
    return JSON.stringify([databases, beside, await caches.keys()])
  })
}

test('what a phone logs is on the open console at the server’s word, and the family reads what was looked at', async ({
  openFamily,
  family,
  phone,
  views,
}) => {
  await family.logs(wakeUp(TODAY, '07:30'), sleep('siesta', TODAY, '09:30', '10:40'))
  const page = await openFamily('diario', withoutPolls)
  const diary = diaryOf(page)
  await expect(diary.getByRole('article')).toHaveCount(2)
  await phone.signIn()
  await phone.goTo('Añadir descanso')
  const form = sleepForm(phone.page)
  await form.type('Siesta').check()
  await form.enterStart('13:05')
  await form.enterEnd('14:15')
  await form.save.click()
  await expect(diary.getByRole('article').filter({ hasText: '13:05' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'La semana' }).getByText('¿Va a mejor?')).toBeVisible()
  await expect.poll(views).toEqual(['diary', 'trend', 'week'])

  await page.getByRole('button', { name: 'Imprimir' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Diario para imprimir' }).getByText('Lucía').first(),
  ).toBeVisible()
  await expect.poll(views).toEqual(['diary', 'printed', 'trend', 'week'])
  await page.keyboard.press('Escape')
  await part(page, 'Plan').click()
  await expect(page.getByRole('heading', { name: 'Su plan de ahora' })).toBeVisible()
  await expect.poll(views).toEqual(['diary', 'plan', 'printed', 'trend', 'week'])
})

test('a page that nobody can see, as of a tab left open, notes no look', async ({
  openFamily,
  family,
  views,
}) => {
  await family.logs(wakeUp(TODAY, '07:30'))
  const page = await openFamily('diario', (page) => page.evaluate(see, 'hidden'))
  await expect(page.getByText('Lucía').first()).toBeVisible()
  await expect(page.getByText('Leyendo el diario...').first()).toBeAttached()
  expect(await views()).toEqual([])
  await page.evaluate(see, 'visible')
  await expect(diaryOf(page).getByRole('article')).toHaveCount(1)
  await expect.poll(views).toContain('diary')
})

test('a family that takes its access back is gone from the page and the computer at once', async ({
  openFamily,
  family,
  account,
  takeBack,
}) => {
  await family.logs(wakeUp(TODAY, '07:30'), sleep('siesta', TODAY, '09:30', '10:40'))
  const page = await openFamily('diario')
  await expect(diaryOf(page).getByRole('article')).toHaveCount(2)
  const familyId = new URL(page.url()).hash.split('/')[2] ?? ''
  expect(await kept(page)).not.toMatch(new RegExp(`Lucía|${familyId}|${account.email}`))
  await takeBack()
  await expect(page.getByRole('heading', { name: 'Esta familia ya no te da acceso' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Lucía')
  expect(await kept(page)).not.toMatch(new RegExp(`Lucía|${familyId}|${account.email}`))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Esta familia no te da acceso' })).toBeVisible()
})

test('what was being written when the access ends can be copied, and is left with the page', async ({
  openFamily,
  takeBack,
}) => {
  const page = await openFamily('acompanamiento')
  await page.route('**/rpc/save_note', (route) => route.abort())
  await page.getByLabel('Tus notas sobre esta familia').fill('Duerme mejor sin la tercera siesta.')
  await page.getByLabel('En una frase').fill('Un solo cambio: dos siestas.')
  await takeBack()
  await expect(page.getByRole('heading', { name: 'Esta familia ya no te da acceso' })).toBeVisible()
  const unsent = page.getByRole('region', { name: 'Sin enviar' })
  await expect(unsent.getByLabel('Tu nota', { exact: true })).toHaveValue(
    'Duerme mejor sin la tercera siesta.',
  )
  await expect(unsent.getByLabel('Tu propuesta', { exact: true })).toHaveValue(
    /^Un solo cambio: dos siestas\.\nVentana tras/,
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await unsent.getByRole('button', { name: 'Copiar tu nota' }).click()
  await expect(unsent.getByRole('status').filter({ hasText: 'Copiado' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Duerme mejor sin la tercera siesta.',
  )
  await expectFitsWidth(page)
  await expectAccessible(page)
  await expect.poll(() => asksBeforeClosing(page)).toBe(true)
  await page.getByRole('link', { name: 'Ver las familias' }).click()
  await expect(page.getByRole('heading', { name: 'Familias' })).toBeVisible()
  await expect.poll(() => asksBeforeClosing(page)).toBe(false)
})

test('what was written for a family that has left the list meanwhile is found from there', async ({
  openFamily,
  takeBack,
}) => {
  const page = await openFamily('acompanamiento')
  await page.getByLabel('En una frase').fill('Un solo cambio: dos siestas.')
  await page.getByLabel('Cuándo respondes').fill('Por las tardes')
  await page.getByRole('link', { name: 'Familias', exact: true }).click()
  await expect(page.getByRole('link', { name: /Lucía/ })).toBeVisible()
  await expect(page.getByText('Te queda algo sin enviar')).toHaveCount(0)
  await takeBack()
  await expect(page.getByText('Te queda algo sin enviar')).toBeVisible()
  await expect(page.getByRole('link', { name: /Lucía/ })).toHaveCount(0)
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Verlo' }).click()
  await expect(page.getByLabel('Tu propuesta', { exact: true })).toHaveValue(/^Un solo cambio: dos siestas\./)
  await expect(page.getByLabel('Tus fechas', { exact: true })).toHaveValue('Cuándo respondes: Por las tardes')
  await page.getByRole('link', { name: 'Ver las familias' }).click()
  await expect(page.getByRole('heading', { name: 'Familias' })).toBeVisible()
  await expect(page.getByText('Te queda algo sin enviar')).toHaveCount(0)
  await expect.poll(() => asksBeforeClosing(page)).toBe(false)
})

test('what was being written waits for whoever is not taken for staff for a while', async ({
  openFamily,
  asFamily,
}) => {
  const page = await openFamily('acompanamiento')
  const sentence = page.getByLabel('En una frase')
  await sentence.fill('Un solo cambio: dos siestas.')
  const address = page.url()
  // As to a session without its second factor.
  const refused = { code: '42501', message: 'no', details: null, hint: null }
  await page.route('**/rpc/consulted_families', (route) => route.fulfill({ status: 403, json: refused }))
  await asFamily('ask_consultant', { question: '¿Empezamos?' })
  await expect(page.getByRole('heading', { name: 'Tu cuenta ya no tiene acceso a la consola' })).toBeVisible()
  await expect(page.getByLabel('Tu propuesta', { exact: true })).toHaveValue(/^Un solo cambio: dos siestas\./)
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await expect(page.getByRole('heading', { name: 'Plantillas' })).toBeVisible()
  await expect.poll(() => asksBeforeClosing(page)).toBe(true)
  await page.unroute('**/rpc/consulted_families')
  await page.goto(address)
  await expect(sentence).toHaveValue('Un solo cambio: dos siestas.')
})

test('a family that can’t be reached says so under its own name, in each part, until it can', async ({
  openFamily,
  family,
}) => {
  await family.logs(wakeUp(TODAY, '07:30'))
  const page = await openFamily('plan', async (page) => {
    await page.route('**/rpc/consulted_families', (route) => route.abort())
  })
  const again = page.getByRole('button', { name: 'Volver a probar' })
  await again.click()
  await expect(page.getByText('El servidor sigue sin contestar.')).toBeVisible()
  await page.unroute('**/rpc/consulted_families')
  await again.click()
  await expect(page.getByRole('heading', { name: 'Su plan de ahora' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Lucía' })).toBeFocused()
  await page.route('**/rpc/open_family', (route) => route.abort())
  await part(page, 'Diario').click()
  const missing = page.getByRole('heading', { level: 2, name: 'No se ha podido abrir esta parte' })
  await expect(missing).toHaveCount(2)
  // It is said aloud once.
  await expect(page.getByRole('alert').filter({ has: missing })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lucía')
  await page.unroute('**/rpc/open_family')
  await again.first().click()
  await expect(diaryOf(page).getByRole('article')).toHaveCount(1)
  await expect(diaryOf(page)).toBeFocused()
  await expect(missing).toHaveCount(0)
})

test('the report says what became of the sleep during a support, and goes onto one sheet', async ({
  openFamily,
  family,
}) => {
  await family.logs(...days(14, 56, '21:00', '11:12'), ...days(42, 42, '20:00'))
  const page = await openFamily('informe', async (page) => {
    await page.route('**/rest/v1/plan_versions*', (route) => route.abort())
  })
  await expect(page.getByText('Frente a los 14 días antes de empezar')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Duerme 48 min más al día.' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Suele dormirse/ })).toContainText('21:00')
  // A change that is put into no sentence is a number all the same, as in the family's own table.
  await expect(page.getByRole('row', { name: /^Siestas 1h/ })).toContainText('12 min menos')
  await expect(page.getByText('No se han podido leer los cambios del plan.')).toBeVisible()
  const print = page.getByRole('button', { name: 'Imprimir' })
  await expect(print).toBeDisabled()
  const again = page.getByRole('button', { name: 'Volver a probar' })
  await again.click()
  await expect(page.getByText('El servidor sigue sin contestar.')).toBeVisible()
  await page.unroute('**/rest/v1/plan_versions*')
  await again.click()
  await expect(page.getByText('El plan no cambió durante el acompañamiento.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cambios del plan' })).toBeFocused()
  await expect(print).toBeEnabled()
  await page.route('**/rest/v1/plan_versions*', (route) => route.abort())
  await family.plans(ANOTHER_PLAN)
  await expect(page.getByText('No se han podido leer los cambios del plan.')).toBeVisible()
  await page.unroute('**/rest/v1/plan_versions*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Ventana tras despertar: de 1h 30min a 2h 00min')).toBeVisible()
  await expect(page.getByText('Siesta 4: nueva, 1h 0m')).toBeVisible()

  await print.click()
  const sheet = page.getByRole('dialog', { name: 'Informe para imprimir' }).getByRole('article')
  await expect(sheet).toContainText('Lucía')
  await expect(sheet).toContainText('Con Marta Soler')
  await expect(sheet).toContainText('Duerme 48 min más al día.')
  await expect(sheet).toContainText('Ventana tras despertar: de 1h 30min a 2h 00min')
  await expect(sheet).toContainText('y 4 cambios más')
  // An A4 sheet, of which nothing is cut off.
  expect(await sheet.evaluate((element) => element.scrollHeight)).toBe(1123)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('each part can be read by everybody at any width, by keyboard, and offers nothing but to look', async ({
  openFamily,
  family,
}) => {
  await family.logs(...days(14, 56, '21:00'), ...days(42, 42, '20:00'), wakeUp(TODAY, '07:30'))
  await family.logs(sleep('siesta', TODAY, '09:30', '10:40'))
  const page = await openFamily('diario')
  await family.plans({ first_wake_window: '2h 00min' })
  await expect(diaryOf(page).getByRole('article')).toHaveCount(2)
  const offered = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent ?? ''))
  expect(offered.filter((name) => /^(añadir|editar|eliminar|guardar|instalar|terminar)/i.test(name))).toEqual(
    [],
  )

  for (const name of ['Diario', 'Semana', 'Plan', 'Acompañamiento', 'Informe']) {
    const link = part(page, name)
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('status').filter({ hasText: /Abriendo|Leyendo/ })).toHaveCount(0)
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 })
      await expectFitsWidth(page, `${name} ${width}`)
      await expectAccessible(page)
      expect(await smallTargets(page), `${name} ${width}`).toEqual([])
    }
  }
})
