import type { Locator, Page } from '@playwright/test'
import { DISTURBANCES, type SleepRecord } from '../../core/records/sleep-record.ts'
import { addDays } from '../../core/time/time.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { type Family, sleep, wakeUp } from '../kit/seed.ts'
import { openPreview, PRINT } from './preview.ts'

test.use(WITH_MOTION)

type Counts = Pick<SleepRecord, 'wake_ups' | 'feedings' | 'diaper_changes' | 'disturbances'>

function noted<Logged>(record: Logged, counts: Partial<Counts> = {}): Logged & Counts {
  return { wake_ups: 0, feedings: 0, diaper_changes: 0, disturbances: [], ...record, ...counts }
}

/** On this day everything goes nearly as the plan has it. */
const calmDay = (date: string) => [
  noted(wakeUp(date, '07:00')),
  noted(sleep('siesta', date, '09:00', '10:00'), { feedings: 1 }),
  noted(sleep('siesta', date, '12:30', '14:00'), { feedings: 1, diaper_changes: 1 }),
  noted(sleep('noche', date, '20:00', '06:30'), { wake_ups: 2, feedings: 1, diaper_changes: 2 }),
]

async function logDays(family: Family, first: string, count: number, day: typeof calmDay = calmDay) {
  const dates = Array.from({ length: count }, (_, index) => addDays(first, index))
  await family.logs(...dates.flatMap(day))
}

/** Counts the sheets that a printer would take. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('two weeks on one sheet: whose, of when, the numbers of each day and of each week', async ({
  family,
  phone,
}) => {
  await family.born('2025-01-05', 'Lucía')
  await logDays(family, '2025-08-04', 7)
  await phone.signIn()
  const preview = await openPreview(phone)
  await expect(phone.page).toHaveTitle('Diario de sueño de Lucía, 4 - 17 de agosto 2025')
  const sheet = preview.getByRole('article')
  await expect(sheet).toHaveCount(1)
  await expect(sheet.getByRole('heading', { name: 'Lucía' })).toBeVisible()
  await expect(sheet.getByText('7 meses · Fecha de nacimiento: 5 de enero de 2025')).toBeVisible()
  await expect(sheet.getByRole('img', { name: 'Nana' })).toBeVisible()
  await expect(sheet.getByText('BSC', { exact: true })).toBeVisible()
  await expect(sheet.getByText('Nana · BSC · Impreso el 11 de agosto de 2025 · Página 1 de 1')).toBeVisible()

  const week = sheet.getByRole('table', { name: '4 - 10 de agosto 2025' })
  await expect(week).toContainText('Recomendado a los 7 meses: 13h 30m – 14h 30m')
  await expect(week.getByRole('columnheader')).toHaveText([
    'Día',
    /^Descansos, de 8h a 8h/,
    'Total',
    'Siestas',
    'Noche',
    'Despertares',
    'Tomas',
    'Pañales',
  ])
  const monday = week.getByRole('row', { name: /^lun 4/ })
  await expect(monday.getByRole('cell')).toHaveText([
    'Despertar 07:00, Siesta 09:00 – 10:00, Siesta 12:30 – 14:00, Noche 20:00 – 06:30',
    '13h 0m',
    '2h 30m (2)',
    '10h 30m',
    '2',
    '3',
    '3',
  ])
  await expect(monday.getByRole('img', { name: 'Por debajo' })).toBeVisible()
  await expect(monday.locator('rect')).toHaveCount(3)
  const means = week.getByRole('row', { name: /^Promedio de 7 días/ })
  await expect(means.getByRole('cell')).toHaveText(['13h 0m', '2h 30m (2)', '10h 30m', '2', '3', '3'])
  // Days that haven't come say nothing.
  await expect(sheet.getByRole('row', { name: /^mar 12/ }).getByRole('cell')).toHaveText(['', ''])
  await expect(sheet.getByRole('row', { name: /^lun 11/ })).toContainText('Sin datos')
  expect(await pagesOf(phone.page)).toBe(1)
})

test('the plan stands beside what happened, and what was noted beside its days', async ({
  family,
  phone,
}) => {
  await logDays(family, '2025-08-04', 4)
  await logDays(family, '2025-08-08', 2, (date) => [
    noted(wakeUp(date, '07:00')),
    noted(sleep('siesta', date, '09:30', '10:30')),
    noted(sleep('noche', date, '20:00', '06:30'), { disturbances: ['teething'] }),
  ])
  await phone.signIn()
  const preview = await openPreview(phone)
  const windows = preview.getByRole('table').filter({ hasText: 'Ventanas de sueño' })
  const row = (table: Locator, name: string) =>
    table
      .getByRole('row')
      .filter({ has: phone.page.getByRole('rowheader', { name }) })
      .getByRole('cell')
  // The mean of four days with 120 minutes and two with 150 is 130.
  await expect(row(windows, 'Antes de la siesta 1')).toHaveText(['1h 30m - 2h 0m', '2h 10m', '6'])
  await expect(row(windows, 'Antes de la siesta 2')).toHaveText(['2h 15m - 2h 45m', '2h 30m', '4'])
  await expect(row(windows, 'Antes de la siesta 3')).toHaveText(['2h 30m - 3h 0m', '—', '0'])
  // The mean of four days with 360 minutes and two with 570 is 430.
  await expect(row(windows, 'Antes de dormir')).toHaveText(['2h 45m', '7h 10m', '6'])
  const naps = preview.getByRole('table').filter({ hasText: 'Duración de las siestas' })
  await expect(row(naps, 'Siesta 2')).toHaveText(['2h 0m', '1h 30m', '4'])
  await expect(row(naps, 'Siestas al día')).toHaveText(['3', '1,7', '6'])

  await expect(preview.getByRole('definition').filter({ hasText: 'vie 8 – sáb 9' })).toBeVisible()
  await expect(preview.getByRole('term').filter({ hasText: 'Dentición' })).toBeVisible()
  await expect(preview.getByRole('row', { name: /^vie 8.*Dentición/ })).toBeVisible()
})

test('four weeks on two sheets, and no row lies across their edge', async ({ family, phone }) => {
  await logDays(family, '2025-07-21', 22)
  await phone.signIn()
  const preview = await openPreview(phone)
  await preview.getByText('4 semanas', { exact: true }).click()
  await expect(preview.getByRole('article')).toHaveCount(2)
  for (const label of [
    '21 - 27 de julio',
    '28 de julio - 3 de agosto',
    '4 - 10 de agosto',
    '11 - 17 de agosto',
  ]) {
    await expect(preview.getByRole('table', { name: `${label} 2025` }).getByRole('row')).toHaveCount(9)
  }
  await expect(preview.getByText('Página 2 de 2')).toBeVisible()
  expect(await pagesOf(phone.page)).toBe(2)
  await phone.page.emulateMedia({ media: 'print' })
  await phone.page.setViewportSize(A4)
  for (const sheet of await preview.getByRole('article').all()) {
    expect((await sheet.boundingBox())?.height).toBeLessThanOrEqual(A4.height)
    const cut = await sheet.evaluate((element) => {
      const { bottom } = element.getBoundingClientRect()
      return [...element.querySelectorAll('tr, h3, dt, p')].filter(
        (part) => part.getBoundingClientRect().bottom > bottom,
      ).length
    })
    expect(cut).toBe(0)
  }
})

test('the hour of the sheets says since when it holds, where any of their days was read off other walls', async ({
  family,
  phone,
}) => {
  await logDays(family, '2025-07-14', 28)
  await family.livesIn('Atlantic/Canary', '2025-07-01')
  await phone.signIn()
  const preview = await openPreview(phone)
  const hour = preview.getByText(/Hora de Canarias/)
  await expect(hour).toHaveText([/Hora de Canarias\.$/, /Hora de Canarias\.$/])
  // The second of two sheets begins on 14 July.
  await family.livesIn('Atlantic/Canary', '2025-08-01')
  const since = /Hora de Canarias desde el 1 de agosto de 2025\.$/
  await expect(hour).toHaveText([since, since])

  await phone.page.keyboard.press('Escape')
  for (let weeks = 0; weeks < 2; weeks += 1) {
    await phone.page.getByRole('button', { name: 'Semana anterior' }).click()
  }
  await family.livesIn('Atlantic/Canary', '2025-08-09')
  await phone.page.getByRole('button', { name: PRINT }).press('Enter')
  await expect(phone.page).toHaveTitle(/21 de julio - 3 de agosto 2025$/)
  await expect(hour.first()).toHaveText(/Hora de Canarias desde el 9 de agosto de 2025\.$/)
})

test('the fullest two weeks still fit on one sheet', async ({ family, phone }) => {
  await family.born(
    '2024-01-05',
    'María de los Ángeles Fernández de la Cruz y Rodríguez de Sotomayor del Río',
  )
  await family.plans({ naps_count: 4 })
  await logDays(family, '2025-07-28', 14, (date) => [
    noted(wakeUp(date, '06:00')),
    ...['07', '09', '11', '13', '15', '17', '18'].map((hour) =>
      noted(sleep('siesta', date, `${hour}:00`, `${hour}:40`), {
        wake_ups: 10,
        feedings: 99,
        diaper_changes: 99,
      }),
    ),
    noted(sleep('noche', date, '20:00', '05:30'), {
      // Every other day is disturbed, so that each is named by itself and takes its own room.
      disturbances: Number(date.slice(8)) % 2 === 0 ? [...DISTURBANCES] : [],
    }),
  ])
  await phone.signIn()
  await phone.goTo('Gráfico')
  await phone.page.getByRole('button', { name: 'Semana anterior' }).click()
  await openPreview(phone)
  expect(await pagesOf(phone.page)).toBe(1)
  await phone.page.emulateMedia({ media: 'print' })
  await phone.page.setViewportSize(A4)
  expect(await overflowing(phone.page)).toEqual([])
})

test('the printed diary: it is fetched with the chart, not before, and works without a network from then on', async ({
  family,
  phone,
  context,
}) => {
  await logDays(family, '2025-08-04', 3)
  const fetched: string[] = []
  phone.page.on('requestfinished', (request) => fetched.push(request.url()))
  await phone.signIn()
  await expect(phone.page.getByRole('heading', { name: 'Hoy' })).toBeVisible()
  const isPaper = (url: string) => url.includes('PrintPreview')
  expect(fetched.filter(isPaper)).toEqual([])
  await phone.goTo('Gráfico')
  await expect.poll(() => fetched.filter(isPaper).length).toBe(2)
  await context.setOffline(true)
  const preview = await openPreview(phone)
  await expect(preview.getByRole('row', { name: /^lun 4/ })).toContainText('13h 0m')
  await context.setOffline(false)
})

test('the preview is accessible, fits a 320 px phone, and is light on paper in both themes', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await logDays(family, '2025-08-04', 7)
  await phone.signIn()
  const preview = await openPreview(phone)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  const room = await preview.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(room).toBe(0)
  await expect(preview.getByRole('article')).toBeInViewport()

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(A4)
  await expect(page.getByRole('button', { name: PRINT })).toBeHidden()
  await expect(phone.tabBar).toBeHidden()
  const sheet = preview.getByRole('article')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(sheet).toHaveCSS('color', 'rgb(16, 32, 44)')
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
  // On paper naps and nights are told apart without colour: naps are hatched, the night is solid.
  const bars = sheet.getByRole('row', { name: /^lun 4/ }).locator('rect')
  await expect(bars.first()).toHaveCSS('fill', 'url("#paper-nap")')
  await expect(bars.last()).toHaveCSS('fill', 'rgb(63, 58, 148)')
  await expectAccessible(page)
  expect(await overflowing(page)).toEqual([])
})

/** A sheet of A4 has this size at 96 pixels to the inch. */
const A4 = { width: 794, height: 1123 }

/** Lists words of the sheet that don't fit in their place. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('article th, article td, article p, article h2, article dd')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .map((element) => element.innerText),
  )
}
