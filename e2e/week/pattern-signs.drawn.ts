import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'

test.use({ viewport: { width: 375, height: 667 } })

test('«Patrón de Sueño» in 1 tap: each of its signs is explained below it', async ({ family, phone }) => {
  await family.born('2025-01-05')
  await family.logs(wakeUp('2025-08-11', '08:20'), sleep('siesta', '2025-08-11', '10:00', '11:10'))
  const card = weekChart(phone.page).screen.getByRole('heading', { name: 'Patrón de Sueño' }).locator('..')
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(card.getByRole('listitem')).toHaveText([
    'Recomendado',
    'OMS 2019',
    'Cada día',
    'Promedio',
    'Por debajo',
    'En el rango',
    'Por encima',
    'En curso',
  ])
  await expect(card.getByRole('listitem').locator('svg')).toHaveCount(8)
  await expectAccessible(phone.page)
  await phone.page.setViewportSize({ width: 320, height: 640 })
  await expectFitsWidth(phone.page)
})

test('a night whose end was never told is among the signs, and says so beside the total', async ({
  family,
  phone,
}) => {
  await family.born('2025-01-05')
  await family.logs(
    wakeUp('2025-08-05', '08:00'),
    sleep('siesta', '2025-08-05', '10:00', '11:30'),
    sleep('noche', '2025-08-05', '20:00'),
    wakeUp('2025-08-06', '08:00'),
    sleep('noche', '2025-08-06', '20:00', '07:00'),
    sleep('siesta', '2025-08-11', '15:00'),
  )
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  await expect(chart.day('mar', 5).getByRole('img')).toHaveAccessibleName('Noche sin hora de fin')
  // An unknown night is no short one: the average is the other day's.
  await expect(chart.average).toHaveText('11h 0m')
  await expect(
    chart.screen.getByRole('listitem').filter({ hasText: /^Noche sin hora de fin$/ }),
  ).toBeVisible()
})

test('while nobody said how old the baby is, no range is shown and no day is judged', async ({
  family,
  phone,
}) => {
  const chart = weekChart(phone.page)
  // By signing in first the app stores a new account's own baby, whose age nobody has said.
  await phone.signIn()
  await family.logs(wakeUp('2025-08-04', '08:00'), sleep('noche', '2025-08-04', '20:00', '07:00'))
  await phone.goTo('Gráfico')
  await chart.previous()
  await expect(chart.label('Pon su edad en el Plan y verás aquí lo recomendado.')).toBeVisible()
  await expect(chart.day('lun', 4)).toContainText('11h 0m')
  await expect(chart.day('lun', 4).getByRole('img')).toHaveCount(0)
  await expect(
    chart.table
      .getByRole('row', { name: /^Lunes 4/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('Sin valorar')
  await expect(
    chart.table
      .getByRole('row', { name: /^Martes 5/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('Sin datos')
  await expect(chart.average).toHaveText('11h 0m')
  await expect(chart.screen.getByText('Recomendado', { exact: true })).toHaveCount(0)
  await expectAccessible(phone.page)
})
