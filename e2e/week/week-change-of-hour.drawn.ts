import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'

// It is the Monday after the clocks went forward.
test.use({ fixedNow: '2026-03-30T12:00' })

test('on the nights the clocks change the bar is wall time and the total is real', async ({
  family,
  phone,
}) => {
  await family.born('2025-01-05')
  await family.logs(
    sleep('noche', '2026-03-27', '19:30', '07:00'),
    sleep('noche', '2026-03-28', '19:30', '07:00'),
    sleep('noche', '2025-10-25', '19:30', '07:00'),
    // This sleep lasts twenty-five hours, from Sunday 26 at midnight to Monday's.
    sleep('noche', '2025-10-26', '00:00', '00:00'),
  )
  const { page } = phone
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')

  await test.step('the 23-hour day in spring', async () => {
    await chart.previous()
    await expect(chart.label('23 - 29 de marzo 2026')).toBeVisible()
    await expect(chart.day('vie', 27)).toContainText('11h 30m')
    await expect(chart.day('sáb', 28)).toContainText('10h 30m')
    for (const row of [chart.day('vie', 27), chart.day('sáb', 28)]) {
      await chart.expectBar(chart.bars(row), { from: 19.5, to: 31 })
    }
    await page.getByRole('button', { name: 'Ver los descansos: Sábado 28' }).tap()
    await expect(page.getByRole('dialog', { name: 'Noche · Sábado 28' })).toContainText('10h 30m')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('the 25-hour day in autumn', async () => {
    for (let weeks = 0; weeks < 22; weeks += 1) await page.keyboard.press('ArrowLeft')
    await expect(chart.label('20 - 26 de octubre 2025')).toBeVisible()
    const saturday = chart.day('sáb', 25)
    await expect(saturday).toContainText('12h 30m')
    await expect(chart.bars(saturday)).toHaveCount(2)
    await chart.expectBar(chart.bars(saturday).nth(0), { from: 19.5, to: 31 })
    await expect(chart.day('dom', 26)).toContainText('25h 0m')
    await expect(chart.table.getByRole('row', { name: /^Sábado 25/ })).toHaveAccessibleName(
      'Sábado 25 19:30 – 07:00 12 horas y 30 minutos Por debajo',
    )
  })
})
