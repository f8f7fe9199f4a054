import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'
import { changeInWords, type LoggedDay, meansOf, recordsOf, written } from './means-of-days.ts'

// It is Thursday: three days are over, and the fourth is under way.
test.use({ fixedNow: '2025-08-14T15:20', viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

const LAST_WEEK: readonly LoggedDay[] = [
  {
    date: '2025-08-04',
    woke: '07:10',
    naps: [
      ['09:30', '10:20'],
      ['13:00', '14:45'],
    ],
    night: ['20:10', '07:00'],
    wakings: 3,
  },
  {
    date: '2025-08-05',
    woke: '07:00',
    naps: [
      ['09:15', '10:15'],
      ['12:50', '14:30'],
      ['17:00', '17:35'],
    ],
    night: ['19:55', '06:50'],
    wakings: 2,
  },
  // Nobody told when this day began, so it doesn't count.
  { date: '2025-08-06', woke: null, naps: [['13:00', '15:00']], night: ['20:00', '07:20'], wakings: 5 },
  {
    date: '2025-08-07',
    woke: '07:20',
    naps: [
      ['09:50', '10:40'],
      ['13:10', '14:50'],
    ],
    night: ['20:25', '07:05'],
    wakings: 2,
  },
  { date: '2025-08-08', woke: '07:05', naps: [['13:00', '14:50']], night: ['20:40', '07:40'], wakings: 4 },
  // The family came home late from a wedding: the night begins on the next date.
  {
    date: '2025-08-09',
    woke: '07:40',
    naps: [
      ['10:00', '11:00'],
      ['18:00', '19:30'],
    ],
    night: ['00:10', '08:30'],
    wakings: 1,
  },
  { date: '2025-08-10', woke: '08:30', naps: [['12:00', '13:30']], night: ['20:05', '07:15'], wakings: 2 },
]
const THIS_WEEK: readonly LoggedDay[] = [
  {
    date: '2025-08-11',
    woke: '07:15',
    naps: [
      ['09:40', '10:45'],
      ['13:15', '15:00'],
    ],
    night: ['20:00', '07:25'],
    wakings: 1,
  },
  {
    date: '2025-08-12',
    woke: '07:25',
    naps: [
      ['09:45', '10:50'],
      ['13:20', '15:05'],
    ],
    night: ['19:50', '07:05'],
    wakings: 2,
  },
  {
    date: '2025-08-13',
    woke: '07:05',
    naps: [
      ['09:30', '10:30'],
      ['13:00', '14:40'],
    ],
    night: ['20:05', '07:00'],
    wakings: 1,
  },
]

test('«¿duerme bastante, va a mejor?» is answered in 1 tap: this week’s means beside last week’s', async ({
  family,
  phone,
}) => {
  await family.born('2025-01-05')
  await family.logs(...LAST_WEEK.flatMap(recordsOf), ...THIS_WEEK.flatMap(recordsOf))
  await family.logs(wakeUp('2025-08-14', '07:00'), sleep('siesta', '2025-08-14', '09:30', '10:00'))
  await phone.signIn()
  await phone.goTo('Gráfico')
  const { screen, label } = weekChart(phone.page)
  const table = screen.getByRole('table', { name: 'Promedios de la semana y de la anterior' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Promedio',
    'Esta semana3 días',
    'La anterior6 días',
  ])
  const [week, before] = [meansOf(THIS_WEEK), meansOf(LAST_WEEK)]
  for (const [name, of] of [
    ['Sueño al día', 'total'],
    ['Noche', 'night'],
    ['Siestas', 'naps'],
    ['Siestas al día', 'napCount'],
    ['Despertares', 'wakings'],
    ['Se duerme', 'bedtime'],
    ['Despierta', 'woke'],
  ] as const) {
    const change = changeInWords(of, week[of], before[of])
    const row = table.getByRole('row', { name: new RegExp(`^${name} ${change} `) })
    await expect(row.getByRole('cell')).toHaveText([written(of, week[of]), written(of, before[of])])
  }
  await expect(
    label(
      `Esta semana duerme ${written('total', week.total)} al día, dentro de lo recomendado; ${changeInWords('total', week.total, before.total)} que la anterior.`,
    ),
  ).toBeVisible()
  await expectAccessible(phone.page)
  await phone.page.setViewportSize({ width: 320, height: 640 })
  await expectFitsWidth(phone.page)
})

test('with few days it says of how many, and judges nothing; of the past it speaks as of the past', async ({
  family,
  phone,
}) => {
  await family.born('2025-01-05')
  await family.logs(...LAST_WEEK.flatMap(recordsOf), ...THIS_WEEK.slice(0, 2).flatMap(recordsOf))
  const chart = weekChart(phone.page)
  const says = (text: string) => expect(chart.label(text)).toBeVisible()
  const total = (days: readonly LoggedDay[]) => written('total', meansOf(days).total)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await says(`Con solo 2 días completos, esta semana duerme ${total(THIS_WEEK.slice(0, 2))} al día.`)
  await expect(chart.screen.getByRole('columnheader', { name: 'Esta semana' })).toContainText('solo 2 días')
  await chart.previous()
  await says(
    `Esa semana durmió ${total(LAST_WEEK)} al día, por debajo de lo recomendado; de la anterior no hay días completos.`,
  )
  await chart.previous()
  await says('Esa semana no tiene ningún día completo.')
  const table = chart.screen.getByRole('table', { name: 'Promedios de la semana y de la anterior' })
  for (const cell of await table.getByRole('cell').all()) {
    await expect(cell).toHaveText('—')
  }
})

test('nothing moves when the numbers of another week follow the chart', async ({ family, phone }) => {
  await family.born('2025-01-05')
  await family.logs(...LAST_WEEK.flatMap(recordsOf), ...THIS_WEEK.flatMap(recordsOf))
  const chart = weekChart(phone.page)
  const print = chart.screen.getByRole('button', { name: 'Imprimir o guardar como PDF' })
  await phone.signIn()
  await phone.goTo('Gráfico')
  const answer = chart.screen.getByText(/^(Esta|Esa) semana (duerme|durmió|no tiene)/)
  await expect(answer).toContainText('Esta semana duerme')
  const place = () => print.evaluate((button) => button.getBoundingClientRect().top + scrollY)
  const at = await place()
  await chart.previous()
  await expect(answer).toContainText('Esa semana durmió')
  expect(await place()).toBe(at)
  await chart.previous()
  await expect(answer).toContainText('ningún día')
  expect(await place()).toBe(at)
})

test('the printed diary has the same means', async ({ family, phone }) => {
  await family.logs(...LAST_WEEK.flatMap(recordsOf), ...THIS_WEEK.flatMap(recordsOf))
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Gráfico')
  await page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).click()
  const preview = page.getByRole('dialog', { name: 'Diario para imprimir' })
  for (const [week, days] of [
    ['4 - 10 de agosto 2025', LAST_WEEK],
    ['11 - 17 de agosto 2025', THIS_WEEK],
  ] as const) {
    const means = meansOf(days)
    const row = preview.getByRole('table', { name: week }).getByRole('row', { name: /^Promedio de/ })
    await expect(row).toBeVisible()
    const [total, naps, night, wakings] = await row.getByRole('cell').allTextContents()
    expect([total, night, wakings]).toEqual([
      written('total', means.total),
      written('night', means.night),
      written('wakings', means.wakings),
    ])
    expect(naps).toBe(`${written('naps', means.naps)} (${written('napCount', means.napCount)})`)
  }
  const both = meansOf([...LAST_WEEK, ...THIS_WEEK])
  await expect(
    preview.getByRole('definition').filter({ hasText: written('bedtime', both.bedtime) }),
  ).toBeVisible()
})
