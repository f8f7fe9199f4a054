import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { heard, MARTA, PROPOSAL, REPLIED, REQUEST, SUPPORT } from './heard.ts'

/* What a professional has asked of the family and told it, as the phone heard it last. */

test.use({ viewport: { width: 320, height: 568 } })

/** What she would see, and what never: the same wherever it is said. */
const SEEN = [
  'El diario, el gráfico, la evolución, los planes y lo que hayas preguntado (también lo de antes), con el nombre y la fecha de nacimiento de Lucía. De tu cuenta: tu email, cómo te llamas y, si estás de prueba, hasta cuándo.',
  'Tu contraseña. No puede cambiar el diario ni el plan: solo proponer.',
]

const line = (page: Page, text: string) => page.getByRole('button', { name: text })

test('a request says who, what for, what is seen, until when; closing it decides nothing', async ({
  family,
  phone,
  page,
}) => {
  await family.born('2025-01-11', 'Lucía')
  await heard(page, family.userId, { requests: [REQUEST] })
  await phone.signIn()
  const asked = line(page, 'BSC pide ver el sueño de Lucía')
  await asked.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Marta pide ver el sueño de Lucía' })
  await expect(sheet).toContainText('Es profesional de BSC. Te escribe:Para ver cómo van las siestas')
  await expect(sheet.getByRole('definition')).toHaveText([
    ...SEEN,
    'Hasta el 30 de septiembre. Ese día se acaba solo.',
    'Del 4 al 31 de agosto. Contestan: de lunes a viernes, de 9 a 18.',
    /^Cada día que mire, quedará apuntado qué miró.* puedes quitarle el acceso cuando quieras, con un toque/,
  ])
  await expectAccessible(page)
  await expectFitsWidth(page)
  expect(await smallTargets(page)).toEqual([])
  await page.context().setOffline(true)
  await expect(sheet.getByRole('status')).toHaveText('Sin conexión. Podrás contestar cuando haya red.')
  await page.context().setOffline(false)
  await page.keyboard.press('Escape')
  await expect(asked).toBeFocused()
  await phone.goTo('Plan')
  await expect(page.getByText('Marta, de BSC, pide ver el diario.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver qué pide' }).click()
  await sheet.getByRole('button', { name: 'Decidir luego' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ver qué pide' })).toBeVisible()
})

test('what was asked is heard though nobody answers the first time', async ({ family, phone, page }) => {
  await heard(page, family.userId)
  await page.evaluate((key) => localStorage.removeItem(key), `nana-support:${family.userId}`)
  let calls = 0
  await page.route('**/rest/v1/rpc/my_support*', (route) => {
    calls += 1
    if (calls === 1) return route.fulfill({ status: 204 })
    const json = { requests: [REQUEST], support: null, proposals: [], questions: [] }
    return route.fulfill({ headers: { 'content-range': '0-0/*' }, json })
  })
  await phone.signIn()
  await expect(line(page, 'BSC pide ver el sueño')).toBeVisible()
})

test('a proposed plan stands above the own one with what changes, and one tap takes it or takes it back', async ({
  family,
  phone,
  page,
}) => {
  await family.born('2025-01-11', 'Lucía')
  await heard(page, family.userId, { people: [MARTA], proposals: [PROPOSAL] })
  await phone.signIn()
  await line(page, 'Marta te propone un plan').click()
  const sheet = page.getByRole('dialog', { name: 'Marta te propone un plan' })
  await expect(sheet).toContainText('Un solo cambio: la última siesta, más corta.')
  await expectAccessible(page)
  await expectFitsWidth(page)
  await sheet.getByRole('button', { name: 'Decidir luego' }).click()
  await phone.goTo('Plan')
  const heading = page.getByRole('heading', { name: 'Marta te propone un plan' })
  await expect(page.getByRole('table', { name: 'Qué cambiaría' }).getByRole('row')).toHaveText([
    'Qué cambiaAhoraPropuesta',
    'Siesta 345m30m',
    'Ventana tras la siesta 32h 45min3h 00min',
  ])
  await expectAccessible(page)
  await expectFitsWidth(page)
  const own = await family.plan()
  await page.getByRole('button', { name: 'Seguir con mi plan' }).click()
  await phone.holdToast()
  await phone.expectToast('Tu plan se queda como está', 'Marta lo sabrá.')
  await expect(heading).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Probar este plan' }).click()
  await phone.holdToast()
  await phone.expectToast('Este es ahora tu plan', 'Marta sabrá que lo estás probando.')
  await expect(heading).toHaveCount(0)
  expect((await family.plan()).naps[2]).toEqual({ duration: 30, wakeWindow: '3h 00min' })
  // What another carer changes meanwhile stays.
  await family.plans({ first_wake_window: '2h 00min' })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(heading).toBeVisible()
  await expect.poll(() => family.plan()).toEqual({ ...own, first_wake_window: '2h 00min' })
})

test('signing out doesn’t say that all is sent while the professional hasn’t been told an answer', async ({
  family,
  phone,
  page,
}) => {
  await family.born('2025-01-11', 'Lucía')
  await heard(page, family.userId, { people: [MARTA], proposals: [PROPOSAL] })
  await phone.signIn()
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Seguir con mi plan' }).click()
  await phone.seenButton('Cerrar sesión').click()
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })
  await expect(question).toContainText('Tu respuesta a la propuesta de plan aún no ha llegado')
  await expectFitsWidth(page)
  // Another tab tells her while the question stands here.
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ ...kept, answers: [] }))
    dispatchEvent(new StorageEvent('storage', { key }))
  }, `nana-support:${family.userId}`)
  await expect(question).toContainText('Todo está enviado')
})

test('a reply is read once; what is typed and not sent stays', async ({ family, phone, page }) => {
  await heard(page, family.userId, { people: [MARTA], support: SUPPORT, questions: [REPLIED] })
  await phone.signIn()
  await line(page, 'Marta ha contestado a tu pregunta').click()
  const sheet = page.getByRole('dialog', { name: 'Preguntas a tu profesional' })
  const list = sheet.getByRole('list', { name: 'Lo que has preguntado' })
  await expect(list).toContainText('¿La despierto de la segunda siesta?Preguntaste ayerSí, a las dos horas.')
  await expect(list).toContainText('Marta · hoy a las 10:00')
  // The phone's keyboard would hide it.
  await expect(list).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(line(page, 'Marta ha contestado')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await phone.goTo('Plan')
  await expect(page.getByText('Del 4 al 31 de agosto.')).toBeVisible()
  await page.getByRole('button', { name: 'Preguntas y respuestas' }).click()
  await sheet.getByLabel('Tu pregunta').fill('¿Y si llora?')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await phone.reload()
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Preguntas y respuestas' }).click()
  await expect(sheet.getByLabel('Tu pregunta')).toHaveValue('¿Y si llora?')
})

test('a question of which nothing is heard may have been sent, and once it is listed it isn’t typed any more', async ({
  family,
  phone,
  page,
}) => {
  await heard(page, family.userId, { people: [MARTA], support: SUPPORT })
  let id = ''
  await page.route('**/rest/v1/rpc/ask_consultant*', (route) => {
    ;({ id } = route.request().postDataJSON() as { id: string })
    return route.fulfill({ status: 204 })
  })
  await page.route('**/rest/v1/rpc/my_families*', (route) => route.fulfill({ status: 204 }))
  let said = {}
  await page.route('**/rest/v1/rpc/my_support*', (route) => {
    const json = { requests: [], support: SUPPORT, proposals: [], questions: [], ...said }
    return route.fulfill({ headers: { 'content-range': '0-0/*' }, json })
  })
  await phone.signIn()
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Preguntar', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Preguntas a tu profesional' })
  await sheet.getByLabel('Tu pregunta').fill('¿Y si llora?')
  await sheet.getByRole('button', { name: 'Enviar' }).click()
  await phone.expectToast(
    'No sabemos si se ha enviado',
    'Vuelve a probar en un momento: no llegará dos veces.',
  )
  await expect(sheet.getByLabel('Tu pregunta')).toHaveValue('¿Y si llora?')
  await page.keyboard.press('Escape')
  said = {
    questions: [
      { ...REPLIED, id, question: '¿Y si llora?', reply: null, replied_by: null, replied_at: null },
    ],
  }
  await phone.goTo('Diario')
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Preguntas y respuestas' }).click()
  await expect(sheet.getByRole('list', { name: 'Lo que has preguntado' })).toContainText('¿Y si llora?')
  await expect(sheet.getByLabel('Tu pregunta')).toHaveValue('')
})

test('two who ask are told apart, and what is too old is asked no more', async ({ family, phone, page }) => {
  await family.born('2025-01-11', 'Lucía')
  const lola = { ...REQUEST, id: 'second', name: 'Lola' }
  const old = { ...REQUEST, id: 'old', name: 'Eva', asked_at: '2025-07-10T08:00:00Z' }
  await heard(page, family.userId, { requests: [REQUEST, lola, old] })
  await phone.signIn()
  await expect(line(page, 'pide ver el sueño de Lucía')).toHaveText([/^Marta/, /^Lola/])
  await phone.goTo('Plan')
  await expect(line(page, 'Ver qué pide')).toHaveCount(2)
  await expect(line(page, 'Ver qué pide Lola')).toBeVisible()
})

test('whose professional is out is neither told of a support nor offered its plan', async ({
  family,
  phone,
  page,
}) => {
  // Her last day is over, and the server hasn't been asked since.
  const gone = { ...MARTA, until: '2025-08-10T22:00:00Z' }
  const said = { requests: [REQUEST], support: SUPPORT, proposals: [PROPOSAL], questions: [REPLIED] }
  await heard(page, family.userId, { people: [gone], ...said })
  await phone.signIn()
  await expect(line(page, 'BSC pide ver')).toBeVisible()
  await expect(line(page, 'Marta')).toHaveCount(0)
  await phone.goTo('Plan')
  await expect(page.getByRole('button', { name: 'Ver qué pide' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Quitar el acceso a Marta' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Tu acompañamiento' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Marta te propone un plan' })).toHaveCount(0)
})

test('a professional is invited until a day: thirty days after the support, or in three months', async ({
  family,
  phone,
  page,
}) => {
  await family.born('2025-01-11', 'Lucía')
  await heard(page, family.userId, { people: [MARTA], support: SUPPORT })
  await phone.signIn()
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Invitar a alguien' }).click()
  const sheet = page.getByRole('dialog', { name: 'Invitar a alguien' })
  await expect(sheet.getByLabel('¿Hasta cuándo?')).toHaveCount(0)
  const role = sheet.getByRole('radio', { name: 'Profesional que nos asesora' })
  await role.check()
  await expect(role).toHaveAccessibleDescription(
    'Puede proponerte otro plan. Cada día que mire, quedará apuntado qué miró.',
  )
  await expect(sheet.getByRole('definition')).toHaveText(SEEN)
  await expect(sheet.getByLabel('¿Hasta cuándo?')).toHaveValue('2025-09-30')
  await expectAccessible(page)
  await expectFitsWidth(page)
  await page.keyboard.press('Escape')
  await heard(page, family.userId)
  await phone.reload()
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Invitar a alguien' }).click()
  await role.check()
  const lastDay = sheet.getByLabel('¿Hasta cuándo?')
  await expect(lastDay).toHaveValue('2025-11-09')
  // The support is heard of while the form is open. A day that was chosen stays.
  const hear = async (support: object | null) => {
    await heard(page, family.userId, { support })
    await page.evaluate(
      (key) => dispatchEvent(new StorageEvent('storage', { key })),
      `nana-support:${family.userId}`,
    )
  }
  await hear(SUPPORT)
  await expect(lastDay).toHaveValue('2025-09-30')
  await lastDay.fill('2025-10-15')
  await hear(null)
  await expect(lastDay).toHaveValue('2025-10-15')
})

test('with larger text nothing is cut at the side', async ({ family, phone, page }) => {
  await family.born('2025-01-11', 'Lucía')
  await heard(page, family.userId, {
    people: [MARTA],
    requests: [REQUEST],
    support: SUPPORT,
    proposals: [PROPOSAL],
    questions: [REPLIED],
  })
  await phone.signIn()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await line(page, 'Marta te propone un plan').click()
  await expect(page.getByRole('dialog', { name: 'Marta te propone un plan' })).toBeVisible()
  await expectFitsWidth(page)
  await page.keyboard.press('Escape')
  await line(page, 'BSC pide ver el sueño de Lucía').click()
  await expect(page.getByRole('dialog', { name: 'Marta pide ver el sueño de Lucía' })).toBeVisible()
  await expectFitsWidth(page)
  await page.keyboard.press('Escape')
  await phone.goTo('Plan')
  await expect(page.getByRole('button', { name: 'Quitar el acceso a Marta' })).toBeVisible()
  await expectFitsWidth(page)
})
