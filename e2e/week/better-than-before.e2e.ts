import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { type Family, test } from '../kit/seed.ts'
import { type DayKind, daysFrom, inTurn } from './fortnights.ts'
import { trendOf } from './trend.ts'

// It is Friday noon: the last 14 days began on 1 August, those before on 18 July.
// Their server is set otherwise, so one worker starts it for all of them.
test.describe.configure({ mode: 'default' })
test.use({ fixedNow: '2025-08-15T12:00', viewport: { width: 390, height: 844 } })

const NEWBORN: DayKind[] = [
  { night: ['21:30', '06:00'], wakings: ['23:30', '01:30', '03:30'] },
  { night: ['22:30', '06:30'], wakings: ['00:30', '02:30', '04:30'] },
]
/** Half of the nights begin between 20:00 and 21:00. */
const RESTLESS: DayKind[] = ['19:30', '20:00', '20:30', '21:00', '21:30'].map((start) => ({
  night: [start, '06:30'],
  wakings: ['00:00', '03:00'],
}))
const CALM: DayKind[] = [{ night: ['20:05', '06:50'], wakings: ['01:05'] }, { night: ['20:05', '06:50'] }]

async function logCalmAfterRestless(family: Family) {
  await family.logs(...daysFrom('2025-07-18', inTurn(14, ...RESTLESS)))
  await family.logs(...daysFrom('2025-08-01', inTurn(14, ...CALM)))
}

test('is it getting better: the last 14 days, those before and the first ones, in words and drawings', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.logs(...daysFrom('2025-05-01', inTurn(78, ...NEWBORN)))
  await logCalmAfterRestless(family)
  await phone.signIn()
  await phone.goTo('Gráfico')
  const { section, table, cells, month } = trendOf(page)
  const expectAnswer = async () => {
    await expect(table.getByRole('columnheader')).toHaveText([
      'Los primeros 1414 días',
      'Los 14 anteriores14 días',
      'Los últimos 1414 días',
    ])
    await expect(section.getByRole('list').first().getByRole('listitem')).toHaveText([
      'Duerme 41 min más al día.',
      'La noche dura 41 min más.',
      'Su tramo más largo sin despertar dura 4h 26m más.',
      'Se despierta 1,5 veces menos al día.',
      'La noche empieza 25 min antes y varía menos.',
    ])
    await expect(cells('Sueño al día')).toHaveText(['10h 45m', '12h 34m', '13h 15m'])
    await expect(cells('Suele dormirse')).toHaveText([
      /^22:0021:30.–.22:30$/,
      /^20:3019:53.–.21:00$/,
      /^20:0520:05.–.20:05$/,
    ])
    await expect(section.getByText('Los primeros 14 días: 1 - 14 de mayo 2025.')).toBeVisible()
    await expect(month.getByRole('row')).toHaveCount(29)
    await expect(month.getByRole('row', { name: /^jue 14 Despertar 07:00, Siesta 09:30/ })).toContainText(
      '13h 15m',
    )
  }
  await expectAnswer()

  // Everything is on the phone: without a network the first fortnight is still the first.
  await phone.loseApi()
  await phone.reload()
  await phone.goTo('Gráfico')
  await expectAnswer()
  await phone.regainApi()

  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFitsWidth(page)
})

test('with a part of the history it compares nothing', async ({ family, phone }) => {
  await family.logs(...daysFrom('2025-05-01', inTurn(92, ...NEWBORN)))
  await family.logs(...daysFrom('2025-08-01', inTurn(14, ...CALM)))
  await phone.signIn()
  await phone.goTo('Gráfico')
  const { section, table } = trendOf(phone.page)
  await expect(table).toBeVisible()
  // From the next start on the phone refuses to say which months it has.
  await phone.page.addInitScript(() => {
    IDBObjectStore.prototype.getAllKeys = () => {
      throw new DOMException('Refused', 'UnknownError')
    }
  })
  await phone.page.reload()
  await phone.goTo('Gráfico')
  await expect(section).toContainText('En este móvil falta parte del historial')
  await expect(table).toHaveCount(0)
})
