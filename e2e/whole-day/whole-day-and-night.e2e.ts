import type { Locator } from '@playwright/test'
import type { LocalDate, LocalTime } from '../../core/time/time.ts'
import { Taps } from '../first-days/taps.ts'
import { type Carer, expect } from '../kit/carer.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { weekChart } from '../kit/week-chart.ts'
import { atTime, SMALL_PHONE, test } from '../night/clock.ts'
import { type LoggedDay, meansOf, recordsOf, written } from '../week/means-of-days.ts'

const MONDAY: LoggedDay = {
  date: '2025-08-11',
  woke: '07:20',
  naps: [
    ['09:20', '10:30'],
    ['13:00', '14:25'],
  ],
  night: ['20:25', '07:00'],
  wakings: 4,
}
const TUESDAY: LoggedDay = {
  date: '2025-08-12',
  woke: '07:00',
  naps: [
    ['09:10', '10:05'],
    ['12:40', '14:00'],
    ['16:50', '17:20'],
  ],
  night: ['20:10', '07:05'],
  wakings: 2,
}
const WEDNESDAY: LocalDate = '2025-08-13'
const THURSDAY: LocalDate = '2025-08-14'

test.use({ serviceWorkers: 'allow', viewport: SMALL_PHONE, actionTimeout: 15_000 })

/*
 * Two phones of one family go from 07:10 to the first nap of the next morning. What the carers do is noted in a model
 * as well, and the week has to say what the model says.
 */
test('a whole day and night on two phones is 36 taps, offline from 22:00 to 06:00, and the week is the model’s', async ({
  phone: mother,
  newPhone,
  family,
}) => {
  // This story lives as long as a dozen others.
  test.slow()
  const taps = new Taps()
  await family.born('2025-01-05', 'Lucía')
  await family.logs(...[MONDAY, TUESDAY].flatMap(recordsOf))
  await atTime(mother, WEDNESDAY, '07:10')
  await mother.signIn()
  const father = await newPhone()
  const both = [mother, father]
  const clocksShow = async (time: LocalTime, date = WEDNESDAY) => {
    for (const carer of both) await atTime(carer, date, time)
  }
  await clocksShow('07:10')
  await father.reload()

  /** Begins a sleep by «+», the type where it is asked, and ✓; then both diaries have to show it. */
  const begin = async (carer: Carer, at: LocalTime, type?: string) => {
    const form = sleepForm(carer.page)
    await taps.on(tab(carer, 'Añadir descanso'))
    await expect(form.start).toHaveValue(at)
    if (type !== undefined) await taps.on(form.button(type))
    await taps.on(form.confirmStart)
    await expect(form.screen.getByText(`Durmiendo desde ${at}`)).toBeVisible()
    await taps.on(tab(carer, 'Diario'))
    for (const { page } of both) await expect(diary(page).getByText(`Durmiendo desde ${at}`)).toBeVisible()
  }
  /** Ends a sleep by one tap on the diary, which the other phone has to hear of. */
  const end = async (carer: Carer, button: string, times: string) => {
    await taps.on(seen(carer, button))
    for (const { records } of both) await expect(records.filter({ hasText: times })).toHaveCount(1)
  }

  // The wake-up is offered at the end of the night before.
  await taps.on(seen(mother, 'Guardar'))
  for (const { records } of both) await expect(records.filter({ hasText: '07:05' })).toHaveCount(1)
  await clocksShow('09:00')
  await begin(mother, '09:00')
  await clocksShow('10:15')
  await end(father, 'Terminar siesta · 10:15', '09:00 – 10:15')

  await clocksShow('12:30')
  await begin(father, '12:30')
  await clocksShow('13:50')
  // The mother heard the baby wake up ten minutes ago.
  await end(mother, '−10 min 13:40', '12:30 – 13:40')

  await clocksShow('16:20')
  await begin(mother, '16:20')
  await clocksShow('17:00')
  await end(mother, 'Terminar siesta · 17:00', '16:20 – 17:00')

  await clocksShow('20:05')
  await begin(father, '20:05', 'Sí, noche')

  await clocksShow('22:00')
  for (const carer of both) await carer.loseApi()
  await clocksShow('23:40')
  await taps.on(seen(mother, '+1 despertar'))
  await mother.expectToast('Despertar anotado', '23:40 · va 1')
  await taps.on(seen(mother, '+1 toma'))
  await mother.expectToast('Toma anotada', '23:40 · va 1')

  await clocksShow('03:10', THURSDAY)
  await taps.on(seen(father, '+1 despertar'))
  await father.expectToast('Despertar anotado', '03:10 · va 1')
  await clocksShow('03:12', THURSDAY)
  // A thumb slips in the dark, which is seen nine minutes later.
  await taps.on(seen(father, 'Terminar noche · 03:12'))
  await father.expectToast('¡Descanso actualizado!')
  await clocksShow('03:21', THURSDAY)
  await taps.on(seen(father, 'Seguir durmiendo'))
  await expect(diary(father.page).getByText('Durmiendo desde 20:05')).toBeVisible()

  // The phone has dropped the app meanwhile, so it opens anew, to the night's form.
  await clocksShow('04:45', THURSDAY)
  await mother.reload()
  await taps.on(tab(mother, 'Diario'))
  await taps.type(mother.page.getByLabel('A qué hora despertó?'), '04:45')
  await taps.on(seen(mother, 'Guardar'))
  await taps.on(seen(mother, 'Sigue la noche'))
  await mother.expectToast('Despertar anotado', '04:45 · van 2')

  await clocksShow('06:00', THURSDAY)
  for (const carer of both) await carer.regainApi()
  await clocksShow('07:30', THURSDAY)
  await expect
    .poll(async () =>
      (await family.records()).find(({ type, end_time }) => type === 'noche' && end_time === null),
    )
    .toMatchObject({ start_time: '20:05', wake_ups: 3, feedings: 1 })
  for (const carer of both) {
    await expect(seen(carer, '+1 despertar')).toHaveAccessibleDescription('van 3 · 04:45')
    await expect(seen(carer, 'Terminar noche · 07:30')).toBeVisible()
  }
  await taps.on(seen(mother, 'Terminar noche · 07:30'))
  await taps.on(seen(mother, 'Guardar'))
  for (const { records } of both)
    await expect(records.filter({ hasText: 'Despertar' })).toContainText('07:30')
  await clocksShow('09:30', THURSDAY)
  await begin(father, '09:30')
  await clocksShow('10:10', THURSDAY)
  await end(mother, 'Terminar siesta · 10:10', '09:30 – 10:10')

  const lived: LoggedDay = {
    date: WEDNESDAY,
    woke: '07:05',
    naps: [
      ['09:00', '10:15'],
      ['12:30', '13:40'],
      ['16:20', '17:00'],
    ],
    night: ['20:05', '07:30'],
    wakings: 3,
  }
  for (const carer of both) {
    await taps.on(seen(carer, 'Día anterior'))
    const night = carer.records.filter({ hasText: '20:05 – 07:30' })
    await expect(night).toContainText('Despertares3')
    await expect(night).toContainText('23:40 · 03:10 · 04:45')
    await expect(carer.records).toHaveCount(5)
    await taps.on(tab(carer, 'Gráfico'))
    await expectWeek(carer, [MONDAY, TUESDAY, lived])
    expect(carer.consoleErrors).toEqual([])
  }
  expect(taps.count).toBe(36)
})

/** Expects the totals and means of the three days that are over; Thursday is under way, and counts in none of them. */
async function expectWeek({ page }: Carer, days: readonly LoggedDay[]): Promise<void> {
  const chart = weekChart(page)
  const means = meansOf(days)
  for (const [weekday, day] of [
    ['lun', 11],
    ['mar', 12],
    ['mié', 13],
  ] as const) {
    const total = meansOf(days.filter(({ date }) => date.endsWith(String(day)))).total
    await expect(chart.day(weekday, day)).toContainText(written('total', total))
    await expect(chart.day(weekday, day).getByRole('img')).not.toHaveAccessibleName('En curso')
  }
  await expect(chart.day('jue', 14)).toContainText('40m')
  await expect(chart.day('jue', 14).getByRole('img')).toHaveAccessibleName('En curso')
  await expect(chart.average).toHaveText(written('total', means.total))
  const table = chart.screen.getByRole('table', { name: 'Promedios de la semana y de la anterior' })
  await expect(table.getByRole('columnheader', { name: 'Esta semana' })).toContainText('3 días')
  for (const [name, of] of [
    ['Sueño al día', 'total'],
    ['Noche', 'night'],
    ['Siestas', 'naps'],
    ['Siestas al día', 'napCount'],
    ['Despertares', 'wakings'],
    ['Se duerme', 'bedtime'],
    ['Despierta', 'woke'],
  ] as const) {
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    await expect(row.getByRole('cell').first(), name).toHaveText(written(of, means[of]))
  }
}

function diary(page: Carer['page']): Locator {
  return page.getByRole('region', { name: 'Diario', exact: true })
}

function tab({ tabBar }: Carer, name: string): Locator {
  return tabBar.getByRole('button', { name, exact: true })
}

/** Finds what a thumb would: the first of its name, as a morning may offer two ends. */
function seen(carer: Carer, name: string): Locator {
  return carer.seenButton(name).first()
}
