import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'

const TODAY = '2025-08-11'

test.describe('the next sleep', () => {
  const morning = wakeUp(TODAY, '08:00')
  const naps = [
    sleep('siesta', TODAY, '09:30', '10:30'),
    sleep('siesta', TODAY, '12:30', '13:30'),
    sleep('siesta', TODAY, '15:15', '15:50'),
    sleep('siesta', TODAY, '16:00', '16:10'),
  ]
  for (const { after, records, label, range, why } of [
    {
      after: 'the wake-up',
      records: [],
      label: 'Próxima: Siesta 1',
      range: '09:30 – 10:00',
      why: 'Despertó 08:00 + 1h 30min',
    },
    {
      after: 'one nap',
      records: naps.slice(0, 1),
      label: 'Próxima: Siesta 2',
      range: '12:45 – 13:15',
      why: 'Despertó 10:30 + 2h 15min',
    },
    {
      after: 'two naps',
      records: naps.slice(0, 2),
      label: 'Próxima: Siesta 3',
      range: '16:00 – 16:30',
      why: 'Despertó 13:30 + 2h 30min',
    },
    {
      after: 'all planned naps',
      records: naps.slice(0, 3),
      label: 'Ventana de sueño antes de dormir',
      range: '18:35',
      why: 'Despertó 15:50 + 2h 45min',
    },
    {
      after: 'more naps than planned',
      records: naps,
      label: 'Ventana de sueño antes de dormir',
      range: '18:55',
      why: 'Despertó 16:10 + 2h 45min',
    },
  ]) {
    test(`after ${after} is «${label}», ${range}`, async ({ family, phone, page }) => {
      await family.logs(morning, ...records)
      await phone.signIn()
      await expect(page.getByText(label, { exact: true })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: range })).toHaveText(range)
      await expect(page.getByText(why)).toBeHidden()
      await page.getByRole('button', { name: '¿Por qué a esta hora?' }).click()
      await expect(page.getByText(why)).toBeVisible()
    })
  }

  test('says how far it is, or for how long it is overdue', async ({ family, phone, page }) => {
    await family.logs(morning)
    await phone.signIn()
    await expect(page.getByText('hace 6h 20m')).toBeVisible()
    await family.logs(sleep('siesta', TODAY, '15:00', '15:30'))
    await expect(page.getByText('Próxima: Siesta 2')).toBeVisible()
    await expect(page.getByText('en 1h 25m')).toBeVisible()
  })

  test('follows the plan, and a plan that cannot be read gives a hint instead', async ({ family, phone }) => {
    const { page } = phone
    await family.plans({ first_wake_window: '2h 00min' })
    await family.logs(morning)
    await phone.signIn()
    await expect(page.getByText('10:00 – 10:30')).toBeVisible()
    await family.plans({ first_wake_window: 'un rato' })
    await expect(
      page.getByText('Revisa las ventanas de sueño del plan para ver la próxima siesta.'),
    ).toBeVisible()
    await expect(page.getByText(/NaN/)).toBeHidden()
  })
})
