import { expectAccessible } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import type { Family } from '../kit/seed.ts'
import { type DayKind, daysFrom, inTurn } from './fortnights.ts'
import { trendOf } from './trend.ts'

// It is Friday noon: the last 14 days began on 1 August, those before on 18 July.
test.use({ fixedNow: '2025-08-15T12:00', viewport: { width: 390, height: 844 } })
/** Half of the nights begin between 20:00 and 21:00. */
const RESTLESS: DayKind[] = ['19:30', '20:00', '20:30', '21:00', '21:30'].map((start) => ({
  night: [start, '06:30'],
  wakings: ['00:00', '03:00'],
}))
const CALM: DayKind[] = [{ night: ['20:05', '06:50'], wakings: ['01:05'] }, { night: ['20:05', '06:50'] }]

const PRINT = 'Imprimir o guardar como PDF'

async function logCalmAfterRestless(family: Family) {
  await family.logs(...daysFrom('2025-07-18', inTurn(14, ...RESTLESS)))
  await family.logs(...daysFrom('2025-08-01', inTurn(14, ...CALM)))
}

test('another week of the chart leaves the answer alone, which is of the last 14 days', async ({
  family,
  phone,
}) => {
  await logCalmAfterRestless(family)
  await phone.signIn()
  await phone.goTo('Gráfico')
  const { section, cells } = trendOf(phone.page)
  await expect(cells('Sueño al día')).toHaveText(['12h 34m', '13h 15m'])
  await expect(
    section.getByText('Con seis semanas anotadas se compara también con los primeros 14 días.'),
  ).toBeVisible()
  await phone.page.getByRole('button', { name: 'Semana anterior' }).click()
  await expect(phone.page.getByText('4 - 10 de agosto 2025', { exact: true })).toBeVisible()
  await expect(cells('Sueño al día')).toHaveText(['12h 34m', '13h 15m'])
})

test('with few days it says how many there are and how many it needs, and compares nothing', async ({
  family,
  phone,
}) => {
  await family.logs(...daysFrom('2025-08-09', inTurn(6, ...CALM)))
  await phone.signIn()
  await phone.goTo('Gráfico')
  const { section, table, month } = trendOf(phone.page)
  await expect(section).toContainText(
    'Aún pocos días: en los últimos 14 hay 6 completos, y para comparar hacen falta 7.',
  )
  await expect(table).toHaveCount(0)
  await expect(month.getByRole('row', { name: /^vie 8/ })).toContainText('0m no cuenta')
  await phone.page.getByRole('button', { name: PRINT }).press('Enter')
  const preview = phone.page.getByRole('dialog', { name: 'Diario para imprimir' })
  await expect(preview).toContainText('¿Va a mejor? Aún pocos días: en los últimos 14 hay 6 completos')
  await expect(preview.getByRole('article')).toHaveCount(1)
})

test('where the days before are few, it says so, and doesn’t compare with them', async ({
  family,
  phone,
}) => {
  await family.logs(...daysFrom('2025-07-29', inTurn(17, ...CALM.map(({ night }) => ({ night })))))
  await phone.signIn()
  await phone.goTo('Gráfico')
  const { section, cells } = trendOf(phone.page)
  await expect(section).toContainText(
    'De los 14 anteriores hay 3 días completos; para comparar hacen falta 7.',
  )
  await expect(cells('Sueño al día')).toHaveText(['—3 de 7 días', '13h 15m'])
  // Nobody tapped a waking: how long the baby slept in one stretch isn't known.
  await expect(section).toContainText('cuando apuntas los despertares con un toque durante la noche')
  await expect(cells('Tramo más largo sin despertar')).toHaveCount(0)
})

test('paper has it: two weeks on a second sheet with four weeks day by day, four weeks on theirs', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await logCalmAfterRestless(family)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(trendOf(page).table).toBeVisible()
  await page.getByRole('button', { name: PRINT }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Diario para imprimir' })
  const sheets = preview.getByRole('article')
  await expect(sheets).toHaveCount(2)
  const trend = preview.getByRole('table', { name: /^Los últimos 14 días frente a/ })
  await expect(trend.getByRole('row', { name: /^Los últimos 14/ })).toContainText('13h 15m')
  await expect(preview.getByText('La noche empieza 25 min antes y varía menos.')).toBeVisible()
  await expect(preview.getByRole('table', { name: /^Sueño de cada día/ }).getByRole('row')).toHaveCount(29)
  const pages = async () => {
    const pdf = await page.pdf({ preferCSSPageSize: true })
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  }
  expect(await pages()).toBe(2)
  await preview.getByText('4 semanas', { exact: true }).click()
  await expect(preview.getByRole('table', { name: /^Sueño de cada día/ })).toHaveCount(0)
  await expect(trend).toBeVisible()
  await expect(sheets).toHaveCount(2)
  expect(await pages()).toBe(2)
  await expectAccessible(page)
})
