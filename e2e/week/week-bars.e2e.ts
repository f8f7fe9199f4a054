import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'

test.beforeEach(async ({ family }) => {
  await family.born('2025-01-05')
})

test('the chart follows the other phone, also under an open sheet', async ({ family, phone }) => {
  await family.logs(sleep('siesta', '2025-08-07', '10:00', '11:30'))
  const { page } = phone
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  await chart.day('jue', 7).getByRole('button', { name: 'Ver los descansos: Jueves 7' }).tap()
  await expect(page.getByRole('dialog', { name: 'Siesta · Jueves 7' })).toBeVisible()
  await family.logs(sleep('siesta', '2025-08-08', '12:00', '13:00'))
  await family.forgets({ date: '2025-08-07' })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(chart.day('vie', 8)).toContainText('1h 0m')
  await expect(chart.day('jue', 7)).toContainText('0m')
})
