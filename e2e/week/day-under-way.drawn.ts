import { expectAccessible } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'

// It is Wednesday morning: Monday is over, and Tuesday's night still runs.
test.use({ fixedNow: '2025-08-13T07:30', viewport: { width: 375, height: 667 } })

const NAP = 90
/** Monday's night went from 20:00 to 08:00; Tuesday's began at 20:00, and now it is 07:30. */
const MONDAY_NIGHT = 12 * 60
const TUESDAY_NIGHT = 11.5 * 60

const shown = (minutes: number) => `${Math.floor(minutes / 60)}h ${minutes % 60}m`

test.beforeEach(async ({ family }) => {
  // The baby is seven months old, for whom 13h 30m to 14h 30m are recommended.
  await family.born('2025-01-05')
  await family.logs(
    wakeUp('2025-08-11', '07:45'),
    sleep('siesta', '2025-08-11', '10:00', '11:30'),
    sleep('noche', '2025-08-11', '20:00', '08:00'),
    wakeUp('2025-08-12', '08:00'),
    sleep('siesta', '2025-08-12', '10:00', '11:30'),
    sleep('noche', '2025-08-12', '20:00'),
  )
})

test('the week: a night that runs says «En curso» and lowers nothing; 1 tap ends it and the day counts', async ({
  phone,
}) => {
  const chart = weekChart(phone.page)
  const tuesday = chart.day('mar', 12)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(chart.day('lun', 11).getByRole('img')).toHaveAccessibleName('En el rango')
  await expect(tuesday).toContainText(shown(NAP + TUESDAY_NIGHT))
  await expect(tuesday.getByRole('img')).toHaveAccessibleName('En curso')
  await expect(chart.average).toHaveText(shown(NAP + MONDAY_NIGHT))
  await expect(chart.table.getByRole('row', { name: /^Martes 12/ })).toContainText('En curso')
  // Nothing is known of today yet, so it has no mark.
  await expect(chart.day('mié', 13).getByRole('img')).toHaveCount(0)
  await expectAccessible(phone.page)

  await phone.goTo('Diario')
  await phone.page.getByRole('button', { name: /^Terminar noche/ }).click()
  await phone.goTo('Gráfico')
  // The day is over now, and judged like any other.
  await expect(tuesday.getByRole('img')).toHaveAccessibleName('Por debajo')
  await expect(chart.average).toHaveText(shown((NAP + MONDAY_NIGHT + NAP + TUESDAY_NIGHT) / 2))
})

test('the diary: the total of each day carries the mark of the chart, «En curso» while its night runs', async ({
  phone,
}) => {
  await phone.signIn()
  await phone.goTo('Diario')
  const total = phone.page.getByRole('heading', { name: 'Sueño total del día' }).locator('..')
  const date = phone.page.getByRole('textbox', { name: 'Fecha' })
  await date.fill('2025-08-12')
  await expect(total.getByRole('img')).toHaveAccessibleName('En curso')
  await expect(total).toContainText(shown(NAP + TUESDAY_NIGHT))
  await date.fill('2025-08-11')
  await expect(total.getByRole('img')).toHaveAccessibleName('En el rango')
  await expectAccessible(phone.page)
})

test('the printed diary counts the days that are over, as the chart does', async ({ phone }) => {
  await phone.signIn()
  await phone.goTo('Gráfico')
  await phone.page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).click()
  const sheet = phone.page.getByRole('dialog', { name: 'Diario para imprimir' }).getByRole('article')
  const week = sheet.getByRole('table', { name: '11 - 17 de agosto 2025' })
  await expect(week.getByRole('row', { name: /^mar 12/ }).getByRole('img')).toHaveAccessibleName('En curso')
  await expect(
    week
      .getByRole('row', { name: /^Promedio de 1 día/ })
      .getByRole('cell')
      .first(),
  ).toHaveText(shown(NAP + MONDAY_NIGHT))
})

test('a week whose first night still runs says when the first average comes', async ({ family, phone }) => {
  const chart = weekChart(phone.page)
  await phone.signIn()
  await family.forgets({ date: '2025-08-11' })
  await phone.goTo('Gráfico')
  await expect(chart.average).toHaveText('—')
  await expect(chart.label('Un día cuenta cuando acaba su noche.')).toBeVisible()
})

test('a week whose days are over without a wake-up says what counts', async ({ family, phone }) => {
  const chart = weekChart(phone.page)
  await phone.signIn()
  await family.forgets({ date: '2025-08-11' })
  await family.logs(sleep('noche', '2025-08-11', '20:00', '08:00'))
  await phone.goTo('Gráfico')
  await expect(chart.average).toHaveText('—')
  await expect(chart.label('Cuentan los días con despertar y sueño registrado.')).toBeVisible()
})
