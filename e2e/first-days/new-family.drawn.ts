import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { fillDisk, freeDisk } from '../kit/full-disk.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { firstDays } from './first-days-card.ts'
import { Taps } from './taps.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })

test('a new family is 2 taps from «Empezar» to the sleep recommended at seven months', async ({
  carer,
  family,
}) => {
  const { page } = carer
  const card = firstDays(page)
  await expect(page.getByText('Mi bebé · edad sin anotar', { exact: true })).toBeVisible()
  const taps = new Taps()
  await taps.type(card.age, '7')
  await expect(page.getByText('7 meses: nació hacia el 11 de enero de 2025.')).toBeVisible()
  await expect(card.naps(3)).toBeChecked()
  await taps.on(card.start)
  expect(taps.count).toBe(2)
  await carer.expectToast('¡Todo guardado!')
  await expect(card.title).toBeHidden()
  await expect(page.getByText('Mi bebé · 7 meses', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hoy' })).toBeFocused()
  await expect
    .poll(() => family.baby())
    .toMatchObject({ name: 'Mi bebé', birth_date: '2025-01-11', birth_date_known: true })
  await carer.goTo('Gráfico')
  await expect(page.getByText(/Recomendado a los 7 meses/)).toBeVisible()
})

test('a name, three weeks and four naps are 4 taps, and the plan is told with the baby', async ({
  carer,
  family,
}) => {
  const { page } = carer
  const card = firstDays(page)
  const taps = new Taps()
  await taps.type(card.name, 'Lucía')
  await taps.type(card.age, '3')
  await taps.on(card.unit('Semanas'))
  await expect(page.getByText('3 semanas: nació hacia el 21 de julio de 2025.')).toBeVisible()
  await expect(page.getByText('Lo habitual a su edad; puedes cambiarlo.')).toBeVisible()
  await expect(card.naps(4)).toBeChecked()
  await taps.on(card.start)
  expect(taps.count).toBe(4)
  await expect(page.getByText('Lucía · 21 días', { exact: true })).toBeVisible()
  await expect.poll(() => family.baby()).toMatchObject({ name: 'Lucía', birth_date: '2025-07-21' })
  await expect.poll(async () => (await family.plan()).naps_count).toBe(4)
  expect((await family.plan()).naps[3]).toEqual({ duration: 30, wakeWindow: '2h 00min' })
})

test('the birth date says it too; naps that were chosen stay as chosen', async ({ carer, family }) => {
  const { page } = carer
  const card = firstDays(page)
  await card.naps(2).check()
  await card.byDate.check()
  await card.date.fill('2025-06-03')
  await expect(page.getByText('Tiene 2 meses y 1 semana.')).toBeVisible()
  await expect(card.naps(2)).toBeChecked()
  await card.start.click()
  await expect(page.getByText('Mi bebé · 2 meses', { exact: true })).toBeVisible()
  await expect.poll(async () => (await family.plan()).naps_count).toBe(2)
  await expect.poll(async () => (await family.baby()).birth_date).toBe('2025-06-03')
})

test('a name and naps that were saved on the plan meanwhile outlive «Empezar»', async ({ carer, family }) => {
  const { page } = carer
  const card = firstDays(page)
  await expect(card.title).toBeVisible()
  await carer.goTo('Plan')
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  await plan.getByLabel('Nombre').fill('Leo')
  await plan.getByRole('radio', { name: '4', exact: true }).check()
  await plan.getByRole('button', { name: 'Guardar Cambios' }).click()
  await carer.expectToast('¡Todo guardado!')
  await carer.goTo('Diario')
  await expect(card.name).toHaveValue('Leo')
  await card.age.fill('6')
  await expect(card.naps(4)).toBeChecked()
  await card.start.click()
  await expect(page.getByText('Leo · 6 meses', { exact: true })).toBeVisible()
  await expect.poll(() => family.baby()).toMatchObject({ name: 'Leo', birth_date: '2025-02-11' })
  expect((await family.plan()).naps).toHaveLength(4)
})

test('a baby born on the very day the account began has an age from then on', async ({ carer, family }) => {
  const card = firstDays(carer.page)
  await card.byDate.check()
  await card.date.fill(TODAY)
  await card.start.click()
  await expect(carer.page.getByText('Mi bebé · 0 días', { exact: true })).toBeVisible()
  await expect.poll(async () => (await family.baby()).birth_date_known).toBe(true)
})

test('what is no age is said beside its field, stays as typed, and nothing is saved', async ({
  carer,
  family,
}) => {
  const { page } = carer
  const card = firstDays(page)
  await card.start.click()
  await expect(card.age).toBeFocused()
  await expect(card.age).toHaveAccessibleDescription('Falta la edad.')
  for (const [typed, says] of [
    ['-3', 'No puede ser menos de 0.'],
    ['2.5', 'Solo números enteros.'],
    ['999', 'Como mucho, 18 años.'],
  ] as const) {
    await card.age.fill(typed)
    await expect(card.age).toHaveAccessibleDescription(says)
    await card.start.click()
    await expect(card.age).toBeFocused()
    await expect(card.age).toHaveValue(typed)
  }
  await card.byDate.check()
  await card.date.fill('2025-08-12')
  await card.start.click()
  await expect(card.date).toBeFocused()
  await card.name.focus()
  await expect(card.date).toHaveAccessibleDescription('Ese día aún no ha llegado.')
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  expect((await family.baby()).birth_date_known).toBe(false)
})

for (const [width, height] of [
  [375, 667],
  [320, 640],
] as const) {
  test(`at ${width} × ${height} the wake-up of the empty day is there without scrolling, the card begins under it`, async ({
    carer,
  }) => {
    const { page } = carer
    await page.setViewportSize({ width, height })
    const card = firstDays(page)
    await expect(card.title).toBeInViewport({ ratio: 1 })
    const time = page.getByLabel('A qué hora despertó?')
    const save = page.getByRole('button', { name: 'Guardar', exact: true })
    for (const part of [time, save]) await expect(part).toBeInViewport({ ratio: 1 })
    const tabBar = await carer.tabBar.boundingBox()
    const title = await card.title.boundingBox()
    expect((title?.y ?? height) + (title?.height ?? 0)).toBeLessThan(tabBar?.y ?? 0)
    await carer.logWakeUp()
    await carer.expectToast('¡Despertar registrado!')
    await expect(card.row).toBeVisible()
    await expect(card.age).toBeHidden()
  })
}

test('when the phone refuses to store it, it says so, and the card stays as it was filled in', async ({
  phone,
  family,
}) => {
  const { page } = phone
  await phone.signIn()
  const card = firstDays(page)
  await card.name.fill('Lucía')
  await card.age.fill('7')
  await fillDisk(page, 'all')
  await card.start.click()
  await phone.expectToast('Error', 'No se pudo actualizar la información del bebé.')
  await phone.expectToast('Error', 'No se pudo actualizar el plan de sueño.')
  await expect(card.name).toHaveValue('Lucía')
  await expect(card.age).toHaveValue('7')
  await freeDisk(page)
  await card.start.click()
  await phone.expectToast('¡Todo guardado!')
  await expect.poll(async () => (await family.baby()).name).toBe('Lucía')
})

test('put off in 1 tap it is gone for the day, and the plan asks in its place', async ({ carer, page }) => {
  const card = firstDays(page)
  const taps = new Taps()
  await taps.on(card.later)
  expect(taps.count).toBe(1)
  await expect(card.title).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Hoy' })).toBeFocused()
  await carer.reload()
  await expect(page.getByText('Mi bebé · edad sin anotar', { exact: true })).toBeVisible()
  await expect(card.title).toBeHidden()
  await expect(card.row).toBeHidden()
  await carer.goTo('Plan')
  await expect(page.getByText(/^Aún no sabemos su edad/)).toBeVisible()
  await page.getByLabel('Meses').locator('visible=true').fill('7')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await carer.goTo('Diario')
  await expect(page.getByText('Mi bebé · 7 meses', { exact: true })).toBeVisible()
})

test('beside records it is one line that opens, and what is typed in it survives a look at other days', async ({
  phone,
  family,
}) => {
  const { page } = phone
  await family.logs(wakeUp(TODAY, '08:20'), sleep('siesta', TODAY, '10:00', '11:10'))
  await phone.signIn()
  const card = firstDays(page)
  await card.row.click()
  await expect(card.title).toBeFocused()
  await card.name.fill('Lucía')
  await page.getByRole('textbox', { name: 'Fecha', exact: true }).fill('2025-08-10')
  await expect(card.name).toBeHidden()
  await page.getByRole('textbox', { name: 'Fecha', exact: true }).fill(TODAY)
  await expect(card.name).toHaveValue('Lucía')
})

test('until an age is known no recommended range is shown: not of the day, the week, the pattern nor on paper', async ({
  phone,
  family,
}) => {
  const { page } = phone
  await family.logs(
    wakeUp('2025-08-10', '08:20'),
    sleep('siesta', '2025-08-10', '10:00', '11:10'),
    sleep('noche', '2025-08-10', '20:50', '08:20'),
    wakeUp(TODAY, '08:20'),
    sleep('siesta', TODAY, '10:00', '11:10'),
  )
  await phone.signIn()
  const judged = page.getByText(/Por debajo|En el rango|Por encima|Recomendado (a|con|en)/)
  await page.getByRole('textbox', { name: 'Fecha', exact: true }).fill('2025-08-10')
  await expect(page.getByRole('heading', { name: 'Domingo 10' })).toBeVisible()
  await expect(page.getByText('Sueño total del día')).toBeVisible()
  await expect(page.getByRole('img', { name: /Por debajo|En el rango|Por encima/ })).toHaveCount(0)
  await phone.goTo('Gráfico')
  await page.getByRole('button', { name: 'Semana anterior' }).click()
  await expect(page.getByText('Pon su edad en el Plan y verás aquí lo recomendado.')).toBeVisible()
  await expect(judged.locator('visible=true')).toHaveCount(0)
  await page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).click()
  const sheet = page.getByRole('dialog', { name: 'Diario para imprimir' })
  await expect(sheet.getByText('Mi bebé').first()).toBeVisible()
  await expect(sheet.getByText(/Recomendado|Fecha de nacimiento/)).toHaveCount(0)
})
