import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { weekChart } from '../kit/week-chart.ts'

/**
 * These are both sides of each boundary of the table, counted on Monday 11 August 2025: born on the 11th of a month the
 * baby is that many months old today, born on the 12th a month less.
 */
const RANGES = [
  ['2025-07-12', 'Recomendado en el primer mes: 15h 30m – 16h 30m'],
  ['2025-07-11', 'Recomendado con 1 mes: 15h 0m – 16h 0m'],
  ['2025-06-12', 'Recomendado con 1 mes: 15h 0m – 16h 0m'],
  ['2025-06-11', 'Recomendado a los 2 meses: 14h 30m – 15h 30m'],
  ['2025-04-12', 'Recomendado a los 3 meses: 14h 30m – 15h 30m'],
  ['2025-04-11', 'Recomendado a los 4 meses: 14h 0m – 15h 0m'],
  ['2025-02-12', 'Recomendado a los 5 meses: 14h 0m – 15h 0m'],
  ['2025-02-11', 'Recomendado a los 6 meses: 13h 30m – 14h 30m'],
  ['2024-07-12', 'Recomendado a los 12 meses: 13h 30m – 14h 30m'],
  ['2024-07-11', 'Recomendado a los 13 meses: 13h 0m – 14h 0m'],
  ['2024-01-12', 'Recomendado a los 18 meses: 13h 0m – 14h 0m'],
  ['2024-01-11', 'Recomendado a los 19 meses: 12h 30m – 13h 30m'],
  ['2023-07-12', 'Recomendado a los 24 meses: 12h 30m – 13h 30m'],
] as const

const AASM_RANGES = [
  ['2023-07-11', 'Recomendado a los 25 meses: 11h 0m – 14h 0m'],
  ['2022-08-12', 'Recomendado a los 35 meses: 11h 0m – 14h 0m'],
  ['2022-08-11', 'Recomendado a los 3 años: 10h 0m – 13h 0m'],
  ['2019-08-12', 'Recomendado a los 5 años: 10h 0m – 13h 0m'],
  ['2019-08-11', 'Recomendado a los 6 años: 9h 0m – 12h 0m'],
] as const

for (const { name, ranges, source } of [
  { name: 'the provider’s table up to 25 months', ranges: RANGES, source: '' },
  {
    name: 'the AASM’s from then on, which the card says',
    ranges: AASM_RANGES,
    source: 'Rango de la AASM (2016)',
  },
]) {
  test(`«Patrón de Sueño» shows the range recommended at the baby’s age: ${name}`, async ({
    family,
    phone,
  }) => {
    const card = weekChart(phone.page).screen.getByRole('heading', { name: 'Patrón de Sueño' }).locator('..')
    await family.born('2020-01-01')
    await phone.signIn()
    for (const [birthDate, range] of ranges) {
      await family.born(birthDate)
      await phone.reload()
      await phone.goTo('Gráfico')
      await expect(card.getByRole('paragraph').first(), `born ${birthDate}`).toHaveText(`${range}${source}`)
    }
  })
}

test('the range of a past week is that of the baby’s age on its last day', async ({ family, phone }) => {
  const chart = weekChart(phone.page)
  // This baby is six months old on Sunday 3 August.
  await family.born('2025-02-03')
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(chart.screen.getByText('13h 30m – 14h 30m')).toBeVisible()
  await chart.previous()
  await chart.previous()
  await expect(chart.label('28 de julio - 3 de agosto 2025')).toBeVisible()
  await expect(chart.screen.getByText('13h 30m – 14h 30m')).toBeVisible()
  await chart.previous()
  await expect(chart.screen.getByText('14h 0m – 15h 0m')).toBeVisible()
})
