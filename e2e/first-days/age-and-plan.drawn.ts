import type { Locator } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { type DrawnCarer, test } from '../kit/drawn/drawn-story.ts'
import { planForm } from '../kit/plan-form.ts'
import { wakeUp } from '../kit/seed.ts'
import { Taps } from './taps.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })

test.beforeEach(async ({ family }) => {
  await family.born('2025-01-05', 'Lucía')
  await family.plans({})
})

async function openPlan(phone: DrawnCarer) {
  await phone.goTo('Plan')
  const form = planForm(phone.page)
  await expect(form.name).toHaveValue('Lucía')
  return form
}

/** Says whether a thumb can hit it: its middle is on the screen, and nothing lies over it. */
function isInReach(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return element.contains(hit)
  })
}

test('no number changes in silence: 18 months show as 1 year and 6 months as soon as the field is left', async ({
  family,
  phone,
}) => {
  await phone.signIn()
  const form = await openPlan(phone)
  for (const [months, years, left, says] of [
    ['18', '1', '6', 'Tiene 1 año y 6 meses.'],
    ['70', '5', '10', 'Tiene 5 años y 10 meses.'],
  ] as const) {
    await form.years.fill('0')
    await form.months.fill(months)
    await form.weeks.focus()
    await expect(form.years).toHaveValue(years)
    await expect(form.months).toHaveValue(left)
    await expect(form.screen.getByText(says)).toBeVisible()
  }
  await expect(form.birthDate).toHaveValue('2019-10-05')
  await form.save.click()
  await phone.expectToast('Éxito', 'Información del bebé actualizada.')
  await expect.poll(async () => (await family.baby()).birth_date).toBe('2019-10-05')
  await phone.goTo('Diario')
  await expect(phone.page.getByText('Lucía · 5 años y 10 meses', { exact: true })).toBeVisible()
})

test('three weeks old is 3 taps in the plan: the weeks, the months they replace, «Guardar Cambios»', async ({
  family,
  phone,
}) => {
  await phone.signIn()
  const form = await openPlan(phone)
  const taps = new Taps()
  await taps.type(form.months, '0')
  await taps.type(form.weeks, '3')
  await taps.on(form.save)
  expect(taps.count).toBe(3)
  await phone.expectToast('Éxito', 'Información del bebé actualizada.')
  await expect(form.weeks).toHaveValue('3')
  await expect(form.months).toHaveValue('0')
  await phone.goTo('Diario')
  await expect(phone.page.getByText(/^Lucía · 2\d días$/)).toBeVisible()
  await expect.poll(async () => (await family.baby()).birth_date).toMatch(/^2025-07-(1[5-9]|2[01])$/)
})

test('ten weeks are 2 months and 1 week, and the birth date is ten weeks ago to the day', async ({
  family,
  phone,
}) => {
  await family.born(TODAY, 'Lucía')
  await phone.signIn()
  const form = await openPlan(phone)
  await form.weeks.fill('10')
  await form.name.focus()
  await expect(form.screen.getByText('Tiene 2 meses y 1 semana.')).toBeVisible()
  await expect(form.months).toHaveValue('2')
  await expect(form.weeks).toHaveValue('1')
  await form.save.click()
  await phone.expectToast('Éxito', 'Información del bebé actualizada.')
  await expect.poll(async () => (await family.baby()).birth_date).toBe('2025-06-02')
})

test('the birth date says the age, and a day to come is said beside it once left or sent, and not saved', async ({
  family,
  phone,
}) => {
  await phone.signIn()
  const form = await openPlan(phone)
  await expect(form.birthDate).toHaveValue('2025-01-05')
  await form.birthDate.fill('2025-08-13')
  await form.birthDate.press('Enter')
  await expect(form.birthDate).toHaveAccessibleDescription('Ese día aún no ha llegado.')
  await form.birthDate.fill('2025-08-12')
  await expect(form.birthDate).toHaveAccessibleDescription('')
  await form.name.focus()
  await expect(form.birthDate).toHaveAccessibleDescription('Ese día aún no ha llegado.')
  await form.save.click()
  await expect(form.birthDate).toBeFocused()
  await expect(form.birthDate).toHaveValue('2025-08-12')
  await form.birthDate.fill('2024-06-03')
  await expect(form.years).toHaveValue('1')
  await expect(form.months).toHaveValue('2')
  await expect(form.weeks).toHaveValue('1')
  await form.save.click()
  await phone.expectToast('Éxito', 'Información del bebé actualizada.')
  await expect.poll(async () => (await family.baby()).birth_date).toBe('2024-06-03')
})

for (const [width, height] of [
  [375, 667],
  [320, 640],
] as const) {
  test(`«Guardar Cambios» is 1 tap from whatever was typed at ${width} × ${height}, and hides no field that has the focus`, async ({
    phone,
  }) => {
    const { page } = phone
    await page.setViewportSize({ width, height })
    await phone.signIn()
    const form = await openPlan(phone)
    expect(await isInReach(form.save)).toBe(false)
    await form.name.fill('Lucía María')
    await expect(form.unsaved).toBeVisible()
    await expect.poll(() => isInReach(form.save)).toBe(true)
    const fields = [form.weeks, form.firstWindow, form.duration(2), form.window(3)]
    for (const field of fields) {
      await field.focus()
      await expect.poll(() => isInReach(field)).toBe(true)
      await expect.poll(() => isInReach(form.save)).toBe(true)
    }
    const taps = new Taps()
    await taps.on(form.save)
    expect(taps.count).toBe(1)
    await phone.expectToast('Éxito', 'Información del bebé actualizada.')
    await expect(form.unsaved).toBeHidden()
  })
}

test('the ribbon has hours: those of the usual wake-up, or of an example, and it says which', async ({
  family,
  phone,
}) => {
  await phone.signIn()
  const form = await openPlan(phone)
  await expect(form.screen.getByText('Despertar de ejemplo, 07:30 · noche, 20:45')).toBeVisible()
  await family.logs(wakeUp(TODAY, '07:40'), wakeUp('2025-08-10', '07:20'), wakeUp('2025-08-09', '08:05'))
  await expect(form.screen.getByText('Despertar de estos días, 07:40 · noche, 20:55')).toBeVisible()
  const ribbon = form.screen.getByRole('figure')
  await expect(ribbon.locator('svg text').filter({ hasText: /h$/ })).toHaveText([
    '9h',
    '12h',
    '15h',
    '18h',
    '21h',
  ])
  await form.napsCount(2).check()
  await expect(
    ribbon.getByRole('img', {
      name: 'La forma del día según el plan: 2 siestas y la noche. Siesta 1 de 09:10 a 10:40, Siesta 2 de 12:55 a 14:55; noche desde las 17:25.',
    }),
  ).toBeVisible()
})

test('what a wake window is stands in one line, and what reminders do with the app closed beside their switch', async ({
  phone,
}) => {
  await phone.signIn()
  const form = await openPlan(phone)
  const line = form.screen.getByText('Ventana de sueño: el tiempo que aguanta despierto.')
  const { height, lineHeight } = await line.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    lineHeight: Number.parseFloat(getComputedStyle(element).lineHeight),
  }))
  expect(height).toBeLessThan(lineHeight * 1.5)
  await expect(
    form.screen.getByText(
      'Solo avisa con la app abierta en este móvil. Si la dejas de fondo puede tardar o no llegar; si la cierras, no llega ninguno.',
    ),
  ).toBeVisible()
})
