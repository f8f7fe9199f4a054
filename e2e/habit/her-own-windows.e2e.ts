import { addDays, instantAt, localTimeAt, MINUTE_MS } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { planForm } from '../kit/plan-form.ts'
import { type Family, sleep, test, wakeUp } from '../kit/seed.ts'

const TODAY = '2025-08-11'
/** Minutes awake before the third nap, day by day. */
const WINDOWS = [120, 125, 130, 135, 140]

/** Days alike but for the third nap, up to yesterday; and today up to the second one. */
async function livesFor(
  family: Family,
  days: number,
  secondNap: [string, string] = ['13:30', '14:45'],
): Promise<void> {
  await family.born('2025-03-01', 'Lucía')
  const past = Array.from({ length: days }, (_, index) => {
    const date = addDays(TODAY, -1 - index)
    const third = instantAt(date, '14:30', MADRID) + (WINDOWS[index % WINDOWS.length] ?? 0) * MINUTE_MS
    return [
      wakeUp(date, '08:00'),
      sleep('siesta', date, '10:00', '11:00'),
      sleep('siesta', date, '13:30', '14:30'),
      sleep('siesta', date, localTimeAt(third, MADRID), '17:20'),
      sleep('noche', date, '20:00', '07:55'),
    ]
  })
  const today = [
    wakeUp(TODAY, '08:00'),
    sleep('siesta', TODAY, '10:00', '11:00'),
    sleep('siesta', TODAY, ...secondNap),
  ]
  await family.logs(...past.flat(), ...today)
}

test('beside the plan’s suggestion stands when her own days had it, without a network too, and not while she sleeps', async ({
  family,
  phone,
  page,
}) => {
  await livesFor(family, 14)
  await phone.signIn()
  const usual = page.getByText('Con Lucía suele ser entre 16:50 y 17:00 · 14 días')
  await expect(page.getByText('Próxima: Siesta 3')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '17:15 – 17:45' })).toBeVisible()
  await expect(usual).toBeVisible()
  await expectAccessible(page)

  await phone.loseApi()
  await phone.goTo('Plan')
  await phone.goTo('Diario')
  await expect(usual).toBeVisible()
  await family.logs(sleep('siesta', TODAY, '16:10'))
  await expect(usual).toBeVisible()
  await phone.regainApi()
  await expect(page.getByText('Durmiendo desde 16:10')).toBeVisible()
  await expect(page.getByText('suele ser')).toHaveCount(0)
})

test('with four days, or for a baby without a name, it says no more than it knows', async ({
  family,
  phone,
  page,
  newPhone,
}) => {
  await livesFor(family, 4)
  await phone.signIn()
  await expect(page.getByText('Próxima: Siesta 3')).toBeVisible()
  await expect(page.getByText('suele ser')).toHaveCount(0)

  const date = addDays(TODAY, -5)
  await family.logs(
    wakeUp(date, '08:00'),
    sleep('siesta', date, '10:00', '11:00'),
    sleep('siesta', date, '13:30', '14:30'),
    sleep('siesta', date, '16:40', '17:20'),
  )
  await family.born('2025-03-01')
  const other = await newPhone()
  await expect(other.page.getByText('Suele ser entre 16:50 y 17:00 · 5 días')).toBeVisible()
})

test('when her usual time has gone by, the line says so', async ({ family, phone, page }) => {
  await livesFor(family, 14, ['12:40', '14:00'])
  await phone.signIn()
  await expect(page.getByText('A esta hora Lucía ya suele dormir · 14 días')).toBeVisible()
  await expect(page.getByText('Próxima: Siesta 3')).toBeVisible()
})

test('a habit that has left the plan for a week is said on the plan, and taken over when the carer wants it, without a network too', async ({
  family,
  phone,
  page,
  newPhone,
}) => {
  await livesFor(family, 21)
  await phone.signIn()
  const partner = await newPhone()
  for (const carer of [phone, partner]) await carer.goTo('Plan')
  const [form, theirs] = [planForm(page), planForm(partner.page)]
  const sentence = 'Antes de la siesta 3 aguanta alrededor de 2h 10m; el plan dice 2h 30m - 3h 0m.'
  await expect(form.screen.getByText(sentence)).toBeVisible()
  await expect(form.screen.getByText(/aguanta alrededor de/)).toHaveCount(1)
  await expect(form.window(2)).toHaveValue('2h 30min')
  await expectAccessible(page)

  await form.screen.getByRole('button', { name: 'Llevarlo al plan' }).click()
  await phone.expectToast('Su ritmo está en el plan', 'Guarda los cambios para que cuente.')
  await expect(form.window(2)).toHaveValue('1h 55min')
  await expect(form.unsaved).toBeVisible()
  expect((await family.plan()).naps[1]?.wakeWindow).toBe('2h 30min')

  await phone.loseApi()
  await form.save.click()
  await expect(form.screen.getByText(sentence)).toBeHidden()
  await expect(form.unsaved).toBeHidden()
  await expect(theirs.window(2)).toHaveValue('2h 30min')
  await phone.regainApi()
  await expect(theirs.window(2)).toHaveValue('1h 55min')
  await expect(theirs.screen.getByText(sentence)).toBeHidden()
})
