import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'

test.use({ viewport: { width: 320, height: 640 } })

const DIFFER = 'Cada niño es distinto: los rangos orientan.'

/** These are babies on both sides of each boundary on Monday 11 August 2025, and what is published at their age. */
const PUBLISHED = [
  ['2025-04-12', 'OMS 2019: 14 – 17 h. «Puede ser adecuado» (NSF 2015): 11 – 19 h.'],
  ['2025-04-11', 'OMS 2019: 12 – 16 h. «Puede ser adecuado» (NSF 2015): 10 – 18 h.'],
  ['2024-08-12', 'OMS 2019: 12 – 16 h. «Puede ser adecuado» (NSF 2015): 10 – 18 h.'],
  ['2024-08-11', 'OMS 2019: 11 – 14 h. «Puede ser adecuado» (NSF 2015): 9 – 16 h.'],
  ['2022-08-11', 'OMS 2019: 10 – 13 h. «Puede ser adecuado» (NSF 2015): 8 – 14 h.'],
  ['2020-08-11', 'AASM 2016: 10 – 13 h. «Puede ser adecuado» (NSF 2015): 8 – 14 h.'],
  ['2019-08-11', 'AASM 2016: 9 – 12 h. «Puede ser adecuado» (NSF 2015): 7 – 12 h.'],
] as const

/** Eleven hours and a half: less than the provider recommends at seven months, and no reason to worry. */
const shortDay = (date: string) => [
  wakeUp(date, '07:00'),
  sleep('siesta', date, '09:30', '11:00'),
  sleep('noche', date, '21:00', '07:00'),
]

test('beside the recommended range stands the published one of that age, by name, drawn and in words', async ({
  family,
  phone,
}) => {
  const card = weekChart(phone.page).screen.getByRole('heading', { name: 'Patrón de Sueño' }).locator('..')
  await family.born('2025-01-01')
  await phone.signIn()
  for (const [birthDate, words] of PUBLISHED) {
    await family.born(birthDate)
    await phone.reload()
    await phone.goTo('Gráfico')
    const [name = ''] = words.split(':')
    await expect(card.getByRole('paragraph').last(), `born ${birthDate}`).toHaveText(`${words} ${DIFFER}`)
    await expect(card.getByRole('img').first()).toHaveAccessibleName(
      `Los días de la semana frente al rango recomendado y al de ${name}`,
    )
    await expect(card.getByRole('listitem').nth(1)).toHaveText(name)
  }
  await expectFitsWidth(phone.page)
  await expectAccessible(phone.page)
})

test('the published band lies where its hours are, with no edge where it goes on beyond the scale', async ({
  family,
  phone,
}) => {
  const gauge = weekChart(phone.page)
    .screen.getByRole('heading', { name: 'Patrón de Sueño' })
    .locator('..')
    .getByRole('img')
    .first()
  const band = gauge.locator('rect').first()
  const edges = gauge.locator('g line[y2="48"]')
  await family.born('2025-01-05')
  await phone.signIn()
  await phone.goTo('Gráfico')
  // At seven months the scale runs from 11h 30m to 16 h, and the band from 12 h to its end.
  await expect(band).toHaveAttribute('x', '11.11%')
  await expect(band).toHaveAttribute('width', '88.89%')
  await expect(edges).toHaveCount(2)

  await family.born('2024-08-11')
  await phone.reload()
  await phone.goTo('Gráfico')
  // At twelve months the band begins at 11 h, before the scale, and ends at 14 h.
  await expect(band).toHaveAttribute('x', '0%')
  await expect(band).toHaveAttribute('width', '55.56%')
  await expect(edges).toHaveCount(1)
  await expect(edges).toHaveAttribute('x1', '55.56%')
})

test('a day that is marked says by which range, and what is published beside it; today says nothing yet', async ({
  family,
  phone,
}) => {
  await family.born('2025-01-05')
  await family.logs(...shortDay('2025-08-10'), wakeUp('2025-08-11', '07:00'))
  await family.logs(sleep('siesta', '2025-08-11', '09:30', '11:00'))
  await phone.signIn()
  await expect(phone.seen('Sueño total del día')).toBeVisible()
  await expect(phone.seen(/OMS 2019/)).toHaveCount(0)

  await phone.page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
  await expect(
    phone.seen(`Recomendado a los 7 meses: 13h 30m – 14h 30m. OMS 2019: 12 – 16 h. ${DIFFER}`),
  ).toBeVisible()
  await expectFitsWidth(phone.page)
  await expectAccessible(phone.page)
})

test('on paper each week has both ranges, and the wake windows say that nobody measured them', async ({
  family,
  phone,
}) => {
  await family.born('2025-01-05')
  await family.logs(...shortDay('2025-08-10'))
  await phone.signIn()
  await phone.goTo('Gráfico')
  await phone.page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).press('Enter')
  const sheet = phone.page.getByRole('dialog', { name: 'Diario para imprimir' }).getByRole('article')
  await expect(sheet.getByRole('table', { name: '4 - 10 de agosto 2025' })).toContainText(
    'Recomendado a los 7 meses: 13h 30m – 14h 30m · OMS 2019: 12 – 16 h',
  )
  await expect(sheet.getByText(DIFFER)).toBeVisible()
  await expect(
    sheet.getByText('Ventanas de sueño, tiempos orientativos: no hay estudios que los midan.'),
  ).toBeVisible()
})

test('while nobody said how old the baby is, nothing published is shown either', async ({
  family,
  phone,
}) => {
  // By signing in first the app stores a new account's own baby, whose age nobody has said.
  await phone.signIn()
  await family.logs(...shortDay('2025-08-10'))
  await phone.page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
  await expect(phone.records).toHaveCount(3)
  await expect(phone.seen(/OMS 2019|Cada niño/)).toHaveCount(0)
  await phone.goTo('Gráfico')
  await expect(phone.seen('Pon su edad en el Plan y verás aquí lo recomendado.')).toBeVisible()
  await expect(phone.seen(/OMS 2019|NSF 2015|Cada niño/)).toHaveCount(0)
})
