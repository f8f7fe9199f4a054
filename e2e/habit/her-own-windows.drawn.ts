import { addDays } from '../../core/time/time.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { planForm } from '../kit/plan-form.ts'
import { type Family, sleep, wakeUp } from '../kit/seed.ts'

const TODAY = '2025-08-11'

interface Lived {
  /** Two naps, the second of which ends at 15:20. */
  firstNap?: [string, string]
  bedtime: string
  isFeverish?: boolean
}

function dayOf(date: string, { firstNap = ['10:00', '11:30'], bedtime, isFeverish }: Lived) {
  const night = sleep('noche', date, bedtime, '07:30')
  return [
    wakeUp(date, '07:30'),
    sleep('siesta', date, ...firstNap),
    sleep('siesta', date, '14:00', '15:20'),
    { ...night, disturbances: isFeverish ? ['fever'] : [] },
  ]
}

/** The days before today, yesterday first. */
async function lives(family: Family, days: readonly Lived[]): Promise<void> {
  await family.logs(...days.flatMap((lived, index) => dayOf(addDays(TODAY, -1 - index), lived)))
}

const times = (count: number, lived: Lived) => Array.from({ length: count }, () => lived)

test.beforeEach(({ family }) => family.plans({ naps_count: 2, first_wake_window: '2h 30min' }))

test('before the night: when hers begins, from the days on which nothing disturbed it', async ({
  family,
  phone,
  page,
}) => {
  await family.born('2025-03-01', 'Lucía')
  // The nights with a fever were late ones.
  await lives(family, [
    ...times(9, { bedtime: '20:30' }),
    ...times(3, { bedtime: '23:00', isFeverish: true }),
  ])
  await family.logs(...dayOf(TODAY, { bedtime: '' }).slice(0, 3))
  await phone.signIn()
  await expect(page.getByText('Ventana de sueño antes de dormir')).toBeVisible()
  await expect(page.getByText('Con Lucía suele ser sobre las 20:30 · 9 días')).toBeVisible()
})

test.describe('in the morning, woken an hour late', () => {
  test.use({ fixedNow: '2025-08-11T08:40' })
  const wokenLate = wakeUp(TODAY, '08:30')

  test('a young baby keeps to the hours awake, from nine months on to the clock as well', async ({
    family,
    phone,
    page,
  }) => {
    await lives(family, times(10, { bedtime: '20:30' }))
    await family.logs(wokenLate)
    await family.born('2025-03-01', 'Lucía')
    await phone.signIn()
    await expect(page.getByText('Con Lucía suele ser sobre las 11:00 · 10 días')).toBeVisible()
    await family.born('2024-09-01', 'Lucía')
    // Her naps begin at 10:00, an hour before that: three tenths of it.
    await expect(page.getByText('Con Lucía suele ser sobre las 10:40 · 10 días')).toBeVisible()
  })

  test('days that lie too far apart, or have no wake-up, say nothing', async ({ family, phone, page }) => {
    await family.born('2025-03-01', 'Lucía')
    const early: Lived = { firstNap: ['09:00', '09:40'], bedtime: '20:30' }
    const late: Lived = { firstNap: ['11:30', '12:40'], bedtime: '20:30' }
    await lives(family, [...times(4, early), ...times(4, late)])
    const withoutWakeUp = Array.from({ length: 5 }, (_, index) =>
      dayOf(addDays(TODAY, -9 - index), { bedtime: '20:30' }).slice(1),
    )
    await family.logs(wokenLate, ...withoutWakeUp.flat())
    await phone.signIn()
    await expect(page.getByText('Próxima: Siesta 1')).toBeVisible()
    await expect(page.getByText('suele ser')).toHaveCount(0)
  })
})

test('a window before the night that has left the plan for a week is offered to the plan', async ({
  family,
  phone,
  page,
}) => {
  await family.born('2025-03-01', 'Lucía')
  await lives(family, times(21, { bedtime: '20:30' }))
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  await expect(
    form.screen.getByText('Antes de la noche aguanta alrededor de 5h 10m; el plan dice 2h 30m.'),
  ).toBeVisible()
  await form.screen.getByRole('button', { name: 'Llevarlo al plan' }).last().click()
  await expect(form.window(2)).toHaveValue('5h 10min')
  await form.save.click()
  await expect(form.unsaved).toBeHidden()
  await expect.poll(async () => (await family.plan()).naps[1]?.wakeWindow).toBe('5h 10min')
  await expect(form.screen.getByText(/^Antes de la noche aguanta/)).toBeHidden()
})
